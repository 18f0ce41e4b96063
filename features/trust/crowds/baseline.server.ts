import { verifiedAndNotHeldSql } from '#domain/holds.ts'
import { memberVisibleSql } from '#domain/visible.ts'
import { sql } from 'kysely'
import type { Database } from '#platform/server/services.ts'
import { thresholds } from '../lines.data.ts'

const days = (count: number) => sql`${count} * interval '1 day'`

/**
 * SQL condition on a row `u` of `users`: what is usual is measured by this member. Unverified accounts cost nothing, so
 * any number of them could change what looks usual, and would go on doing so after their votes lapsed.
 */
export const countsForBaseline = sql<boolean>`
  (${verifiedAndNotHeldSql('u')} and ${memberVisibleSql('u')})`

/**
 * Counts the members of these restaurants again, those who count (`countsForBaseline`), and their votes. `loadBaselines`
 * computes baselines from the counts.
 */
export const updateBaselineCounts = (database: Database, ids: number[], now: Date) =>
  sql`
    with dishes as materialized (
      select id, restaurant_id from items where restaurant_id = any (${ids}::integer[])),
    acts as (
      select d.restaurant_id, v.user_id, false as reported, 1 as vote
        from dishes d cross join lateral (select user_id from votes where item_id = d.id offset 0) v
      union all
      select d.restaurant_id, y.user_id, false, 0
        from dishes d cross join lateral (select user_id from yolos where item_id = d.id offset 0) y
      union all
      select d.restaurant_id, r.user_id, true, 0
        from dishes d cross join lateral (select user_id from item_reports where item_id = d.id offset 0) r
      union all
      select restaurant_id, user_id, true, 0 from restaurant_reports where restaurant_id = any (${ids}::integer[])),
    here as (
      select restaurant_id, user_id, bool_or(reported) as reported, sum(vote) as votes
        from acts group by restaurant_id, user_id),
    seen as (
      select h.*, m.elsewhere_at,
             m.first_restaurant = h.restaurant_id and m.first_at < m.joined_at + ${days(thresholds.newcomerDays.is)} as came,
             m.first_at < ${now}::timestamptz - ${days(thresholds.settleDays.is)} as settled
        from here h join member_acts m on m.user_id = h.user_id
        join users u on u.id = h.user_id and ${countsForBaseline})
    insert into restaurant_usual as u
      (restaurant_id, cell5, members, newcomers, settled, returned, reporters, only_reporters, votes)
    select r.id, r.cell5, count(s.user_id),
           count(*) filter (where s.came and s.elsewhere_at is null),
           count(*) filter (where s.came and s.settled),
           count(*) filter (where s.came and s.settled and s.elsewhere_at is not null),
           count(*) filter (where s.reported),
           count(*) filter (where s.reported and s.elsewhere_at is null),
           coalesce(sum(s.votes), 0)
      from restaurants r left join seen s on s.restaurant_id = r.id
     where r.id = any (${ids}::integer[]) group by r.id order by r.id
    on conflict (restaurant_id) do update
      set (cell5, members, newcomers, settled, returned, reporters, only_reporters, votes)
          = (excluded.cell5, excluded.members, excluded.newcomers, excluded.settled, excluded.returned,
             excluded.reporters, excluded.only_reporters, excluded.votes)
      where (u.cell5, u.members, u.newcomers, u.settled, u.returned, u.reporters, u.only_reporters, u.votes)
            is distinct from (excluded.cell5, excluded.members, excluded.newcomers, excluded.settled,
                              excluded.returned, excluded.reporters, excluded.only_reporters, excluded.votes)`.execute(
    database,
  )

export type NeighbourhoodBaseline = {
  /**
   * This share and the next two are those that `loadBaselines` describes. They are smoothed with a prior, which matters
   * if there are few neighbors.
   */
  newcomers: number
  returned: number
  onlyReporters: number
  /**
   * Number of the neighbors' newcomers who had time to do something elsewhere. If it is too low, doing nothing
   * elsewhere proves nothing.
   */
  settled: number
}

/**
 * Returns the baseline for each restaurant, from the other restaurants in the same cell: the usual share of newcomers
 * among members, the share of newcomers who later did something elsewhere, and the share of reporters who did nothing
 * elsewhere.
 */
export async function loadBaselines(
  database: Database,
  ids: number[],
): Promise<Map<number, NeighbourhoodBaseline>> {
  const { rows } = await sql<{ id: number } & Record<Count, number>>`
    with near as (
      select cell5, sum(members) as members, sum(newcomers) as newcomers, sum(settled) as settled,
             sum(returned) as returned, sum(reporters) as reporters, sum(only_reporters) as only_reporters
        from restaurant_usual
       where cell5 in (select cell5 from restaurant_usual where restaurant_id = any (${ids}::integer[]))
       group by cell5)
    select u.restaurant_id as id, (n.members - u.members)::float8 as members,
           (n.newcomers - u.newcomers)::float8 as newcomers, (n.settled - u.settled)::float8 as settled,
           (n.returned - u.returned)::float8 as returned, (n.reporters - u.reporters)::float8 as reporters,
           (n.only_reporters - u.only_reporters)::float8 as "onlyReporters"
      from restaurant_usual u join near n on n.cell5 = u.cell5
     where u.restaurant_id = any (${ids}::integer[])`.execute(database)
  return new Map(
    rows.map((row) => [
      row.id,
      {
        newcomers: shareOf(row.newcomers, row.members, thresholds.priorNewcomers.is),
        returned: shareOf(row.returned, row.settled, thresholds.priorReturned.is),
        onlyReporters: shareOf(row.onlyReporters, row.reporters, thresholds.priorOnlyReporters.is),
        settled: row.settled,
      },
    ]),
  )
}
type Count = 'members' | 'newcomers' | 'settled' | 'returned' | 'reporters' | 'onlyReporters'

const shareOf = (some: number, all: number, prior: number) =>
  (some + prior * thresholds.priorWeight.is) / (all + thresholds.priorWeight.is)
