import { sql } from 'kysely'
import type { OutputOf } from '#platform/contract/call.ts'
import { isoTimestampSql } from '#platform/server/instant.ts'
import type { Database } from '#platform/server/services.ts'
import type { myContests } from './contract.ts'
import { contestRows } from './rows.server.ts'

type Output = OutputOf<typeof myContests>
type Mine = Pick<
  Output[number],
  'id' | 'entries' | 'counting' | 'byYolo' | 'eligible' | 'memberCounts' | 'held' | 'won'
> & { near: boolean }

/**
 * SQL condition on a contest `c`: this member's entries in it count. A closing takes all of a member's entries or none,
 * so it is enough to look up one of them in the list, which can be long.
 */
export const entriesCountSql = (member: number) => sql<boolean>`
  case when c.entries is null then contest_entries_count(c.id, ${member}::integer)
       else coalesce((select min(id) from contest_entries where contest_id = c.id and user_id = ${member}) = any (c.entries), false) end`

/**
 * Returns contests that this member has entries in or has won, and open ones whose area contains the member's location.
 */
export async function contestsOfMember(database: Database, me: number, now: Date): Promise<Output> {
  const { rows } = await sql<Mine>`
    select c.id, mine.entries, mine.counting, mine."byYolo", f.eligible, contest_member_counts(u.id) as "memberCounts",
           false as held,
           coalesce(miles_between(c.latitude, c.longitude, u.latitude, u.longitude) <= c.miles, false) as near,
           case when d.user_id = u.id then jsonb_build_object('entry', d.winning_entry,
             'answerBy', ${isoTimestampSql('d.answer_by')},
             'accepted', d.accepted, 'showName', d.show_name, 'redrawAnnounced',
             exists (select from contest_redraws r where r.contest_id = c.id and r.k = d.k + 1)) end as won
      from contests c
      join users u on u.id = ${me}
      left join contest_confirmations f on f.contest_id = c.id and f.user_id = u.id
      left join lateral (select * from contest_draws where contest_id = c.id order by k desc limit 1) d on true
     cross join lateral (
       select coalesce(sum(e.n), 0)::integer as entries,
              (case when ${entriesCountSql(me)} then coalesce(sum(e.n), 0) else 0 end)::integer as counting,
              coalesce(jsonb_agg(jsonb_build_object('yoloId', e.yolo_id, 'entries', e.n)), '[]') as "byYolo"
         from (select yolo_id, count(*) as n
                 from contest_entries where contest_id = c.id and user_id = u.id group by yolo_id) e) mine`.execute(
    database,
  )
  const found = new Map(rows.map((row) => [row.id, row]))
  return (await contestRows(database, now)).flatMap((contest) => {
    const mine = found.get(contest.id)
    const here = contest.state === 'open' && mine?.near
    if (!mine || !(here || mine.entries > 0 || mine.won)) return []
    const { id, title, prize, eligibility, categories, closesAt, timeZone, state, area } = contest
    const { near: _, ...rest } = mine
    const shown = { id, title, prize, eligibility, categories, closesAt, timeZone, state }
    return [{ ...rest, ...shown, areaName: area.name }]
  })
}
