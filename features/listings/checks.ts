import { sql } from 'kysely'
import type { Checks } from '#platform/server/check.ts'

export const checks: Checks = [
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
]
