import { sql } from 'kysely'
import type { OutputOf } from '#platform/contract/call.ts'
import { isoTimestampSql } from '#platform/server/instant.ts'
import type { Database } from '#platform/server/services.ts'
import type { myContests } from './contract.ts'
import { contestRows } from './rows.server.ts'

type Output = OutputOf<typeof myContests>
type Mine = Pick<
  Output[number],
  'id' | 'entries' | 'counting' | 'eligible' | 'memberCounts' | 'held' | 'won'
> & { near: boolean }

/**
 * Returns contests that this member has entries in or has won, and open ones whose area contains the member's location.
 */
export async function contestsOfMember(database: Database, me: number, now: Date): Promise<Output> {
  const { rows } = await sql<Mine>`
    select c.id, mine.entries, mine.counting, f.eligible, contest_member_counts(u.id) as "memberCounts",
           u.held_at is not null as held,
           coalesce(miles_between(c.latitude, c.longitude, u.latitude, u.longitude) <= c.miles, false) as near,
           case when d.user_id = u.id then jsonb_build_object('entry', d.winning_entry,
             'answerBy', ${isoTimestampSql('d.answer_by')},
             'accepted', d.accepted, 'showName', d.show_name) end as won
      from contests c
      join users u on u.id = ${me}
      left join contest_confirmations f on f.contest_id = c.id and f.user_id = u.id
      left join lateral (select * from contest_draws where contest_id = c.id order by k desc limit 1) d on true
     cross join lateral (
       select count(*)::integer as entries,
              case when c.entries is null
                   then case when contest_entries_count(c.id, u.id) then count(*)::integer else 0 end
                   else (count(*) filter (where e.id = any (c.entries)))::integer end as counting
         from contest_entries e where e.contest_id = c.id and e.user_id = u.id) mine`.execute(
    database,
  )
  const found = new Map(rows.map((row) => [row.id, row]))
  return (await contestRows(database, now, { entries: false })).flatMap((contest) => {
    const mine = found.get(contest.id)
    const here = contest.state === 'open' && mine?.near
    if (!mine || !(here || mine.entries > 0 || mine.won)) return []
    const { id, title, prize, eligibility, closesAt, timeZone, state, area } = contest
    const { near: _, ...rest } = mine
    const shown = { id, title, prize, eligibility, closesAt, timeZone, state, areaName: area.name }
    return [{ ...rest, ...shown }]
  })
}
