import { sql } from 'kysely'
import { memberVisibleSql } from '#domain/visible.ts'
import type { Checks } from '#platform/server/check.ts'
import { clearStoredCards, findStaleCards } from './candidates/stored-cards.server.ts'

/** Number of stored cards that one check compares. */
const looked = 2_000

export const checks: Checks = [
  {
    name: 'item-cards',
    description: `a stored card shows what its item shows now (${looked} drawn by chance)`,
    async find({ database }) {
      const stale = await findStaleCards(database, looked)
      return { count: stale.length, examples: stale.slice(0, 5) }
    },
    async repair({ database }) {
      await clearStoredCards(database, await findStaleCards(database, looked))
    },
  },
  {
    name: 'item-facts',
    description: 'an item has the price, the hours and the time zone of its restaurant',
    violations: sql`
      select i.id from items i join restaurants r on r.id = i.restaurant_id
       cross join lateral (select case when knows_time_zone(r.time_zone) then open_minutes_of(r.opening_hours) end as minutes) open
       where i.price_level is distinct from r.price_level or i.open_minutes is distinct from open.minutes
          or i.time_zone is distinct from case when open.minutes is not null then r.time_zone end`,
    repair: {
      lock: 'items',
      // Setting `restaurant_id` fires the trigger that copies these columns from the restaurant to the item.
      set: (ids) =>
        sql`update items set restaurant_id = restaurant_id where id = any (${ids}::integer[])`,
    },
  },
  {
    name: 'item-trending',
    description:
      'an item trends by this week’s votes and favourites that count, of members who are not hidden; more only until the job that moves the week is through',
    violations: sql`
      with acts as (
        select item_id, count(*) as count
          from (select item_id, user_id from votes_of_week where counted
                union all
                select item_id, user_id from yolos, trending_window where counted and created_at >= since) act
          join users u on u.id = act.user_id and ${memberVisibleSql('u')}
         group by item_id)
      select i.id from items i left join acts on acts.item_id = i.id, trending_window w
       where i.trending < coalesce(acts.count, 0) or (w.settled and i.trending > coalesce(acts.count, 0))`,
    repair: {
      lock: 'items',
      set: (ids) => sql`select recount_trending(${ids}::integer[])`,
    },
  },
]
