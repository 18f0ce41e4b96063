import { sql, type RawBuilder } from 'kysely'
import type { Database } from '#platform/server/services.ts'
import { thresholds } from './lines.data.ts'

// An unverified member has a history of their own if they saved a favorite and voted, over at least a day. Less than that
// is no history, because unverified accounts cost nothing: any number of them can cast one more vote.

const long = sql`${thresholds.history.is} * interval '1 day'`

/** SQL for what these members did: `user_id, item_id, at, saved`. */
const actsOf = (members: RawBuilder<unknown>) => sql`
  select user_id, item_id, created_at as at, false as saved from votes where user_id in (${members})
  union all
  select user_id, item_id, created_at, true from yolos where user_id in (${members})`

/**
 * SQL tables for `hasHistoryElsewhere`, as parts of a statement: what these members did by restaurant (`places`), and in
 * all (`histories`), with the first and last restaurant and the two earliest and latest times. Each vote is read once
 * for a member: if it were read again for every restaurant where the member is a newcomer, a few hundred accounts with
 * hundreds of votes each would make the statement take too long.
 */
export const historiesOf = (members: RawBuilder<unknown>) => sql`
  places as materialized (
    select a.user_id, i.restaurant_id, count(*) filter (where a.saved) as saved,
           count(*) filter (where not a.saved) as voted, min(a.at) as first, max(a.at) as last
      from (${actsOf(members)}) a
     cross join lateral (select restaurant_id from items where id = a.item_id offset 0) i
     group by a.user_id, i.restaurant_id),
  histories as materialized (
    select user_id, sum(saved) as saved, sum(voted) as voted,
           (array_agg(restaurant_id order by first))[1] as first_restaurant, (array_agg(first order by first))[1:2] as firsts,
           (array_agg(restaurant_id order by last desc))[1] as last_restaurant, (array_agg(last order by last desc))[1:2] as lasts
      from places group by user_id)`

/**
 * SQL condition: an unverified member has a history elsewhere than at the restaurant of the row `c`. `t` is their row of
 * `histories`, and `p` their row of `places` for that restaurant (see `historiesOf`).
 */
export const hasHistoryElsewhere = sql<boolean>`
  coalesce(t.saved > coalesce(p.saved, 0) and t.voted > coalesce(p.voted, 0)
    and t.lasts[case when t.last_restaurant = c.restaurant then 2 else 1 end]
        - t.firsts[case when t.first_restaurant = c.restaurant then 2 else 1 end] >= ${long}, false)`

/** Returns those of these unverified members who have a history of their own. */
export async function withHistory(database: Database, ids: number[]): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select user_id as id from (${actsOf(sql`select unnest(${ids}::integer[])`)}) a group by user_id
    having bool_or(saved) and not bool_and(saved) and max(at) - min(at) >= ${long}`.execute(
    database,
  )
  return new Set(rows.map(({ id }) => id))
}
