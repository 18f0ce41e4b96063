import { sql } from 'kysely'
import { memberVisibleSql } from '#domain/visible.ts'
import type { OutputOf } from '#platform/contract/call.ts'
import { megabytesToBytes, promiseCache } from '#platform/server/cache.ts'
import { JsonBytes } from '#platform/server/http/json-bytes.ts'
import { isoTimestampSql } from '#platform/server/instant.ts'
import type { Database } from '#platform/server/services.ts'
import { contestNotFound, type Contest, type showContest } from './contract.ts'

type PublishedDraw = Contest['draws'][number]
export type DrawRow = Omit<PublishedDraw, 'beaconAnnounced'> & {
  contestId: number
  userId: number | null
  remindedAt: string | null
  overdueAt: string | null
  /** Description of the mixed-in public value, as it was announced. */
  announced: string | null
}

/** Returns contests as everyone sees them, or only the contest `which`. */
export async function contestRows(
  database: Database,
  now: Date,
  which?: number,
): Promise<Contest[]> {
  // Nothing can be drawn, so it is over once it is closed.
  const isEmpty = sql`c.entry_count = 0 and c.closed_at <= ${now}`
  const { rows } = await sql<Omit<Contest, 'draws'>>`
    select c.id, c.slug, c.title, c.prize, c.eligibility, c.category_ids as categories,
           jsonb_build_object('name', c.area, 'latitude', c.latitude, 'longitude', c.longitude, 'miles', c.miles) as area,
           ${isoTimestampSql('c.opens_at')} as "opensAt",
           ${isoTimestampSql('c.entries_from')} as "entriesFrom", ${isoTimestampSql('c.closes_at')} as "closesAt",
           ${isoTimestampSql('c.draws_at')} as "drawsAt", c.time_zone as "timeZone",
           case when c.closed_at <= ${now} then ${isoTimestampSql('c.closed_at')} end as "closedAt",
           (c.opens_at at time zone c.time_zone)::date::text as "opensOn",
           (coalesce(case when c.closed_at <= ${now} then c.closed_at end, c.closes_at) at time zone c.time_zone)::date::text as "closesOn",
           (coalesce(d.first, c.draws_at) at time zone c.time_zone)::date::text as "drawsOn",
           case when d.k is not null or ${isEmpty} or c.seed_hash is null and c.closes_at <= ${now} then 'past'
                when least(c.closed_at, c.closes_at) <= ${now} then 'closed'
                when c.opens_at > ${now} then 'coming' else 'open' end as state,
           case when c.opens_at is null or c.opens_at <= ${now} then c.seed_hash end as "seedHash",
           c.beacon as "beaconAnnounced", c.beacon_value as beacon,
           d.k as redraws, d.winning_entry as "winningEntry", c.seed,
           case when d.k is not null then c.list_hash end as "listHash",
           case when d.k is not null or ${isEmpty} then c.entry_count end as counting,
           case when r.k is not null then jsonb_build_object(
             'k', r.k, 'beaconAnnounced', r.beacon, 'announcedAt', ${isoTimestampSql('r.announced_at')},
             'publicAt', ${isoTimestampSql('r.public_at')}) end as redraw
      from contests c
      left join lateral (
        select k, winning_entry, min(drawn_at) over () as first
          from contest_draws where contest_id = c.id order by k desc limit 1) d on true
      -- The redraw that is announced but not drawn yet.
      left join lateral (
        select * from contest_redraws a where a.contest_id = c.id and a.k = d.k + 1 limit 1) r on true
     where ${which ?? null}::integer is null or c.id = ${which ?? null}
     order by d.k is not null or c.closes_at <= ${now}, c.draws_at desc, c.id`.execute(database)
  const draws = Map.groupBy(await drawRows(database, now, which), ({ contestId }) => contestId)
  return rows.map((row) => ({
    ...row,
    draws: (draws.get(row.id) ?? []).map(published),
  }))
}

/**
 * Returns a function that turns a contest into JSON with the list of its entries. The list comes from the database as
 * text, because parsing and checking the numbers would hold the thread up. No list changes once its contest is drawn, so
 * an answer is cached by all the rest that it says, and visitors don't cause that work again (docs/safety.md, S30).
 */
export function contestWithEntries(database: Database) {
  const answers = promiseCache<JsonBytes>({
    name: 'contests',
    bytes: megabytesToBytes(12),
    ttl: 3_600_000,
    // The compressed copy is estimated at half the answer's size.
    sizeOf: ({ bytes }) => 1.5 * bytes.length,
  })
  return (contest: Whole): Promise<JsonBytes> => {
    const { entries: _none, ...rest } = contest
    const text = JSON.stringify(rest)
    return answers.get(text, async () => {
      const { rows } = await sql<{ entries: string | null }>`
        select array_to_json(entries)::text as entries from contests
         where id = ${contest.id} and ${contest.counting !== null}`.execute(database)
      const list = rows[0]?.entries ?? 'null'
      return new JsonBytes(Buffer.from(`${text.slice(0, -1)},"entries":${list}}`))
    })
  }
}

function published({ announced, ...row }: DrawRow): PublishedDraw {
  const { k, entry, drawnAt, answerBy, outcome, heldUntil, beacon, winner } = row
  const draw = { k, entry, drawnAt, answerBy, outcome, heldUntil, beacon, winner }
  return { ...draw, beaconAnnounced: announced }
}

/** Returns a contest as everyone sees it, without the list of its entries, with the changes after its opening. */
export async function contestWithChanges(
  database: Database,
  id: number,
  now: Date,
): Promise<Whole> {
  const [contest] = await contestRows(database, now, id)
  if (!contest) throw contestNotFound()
  const { rows: changes } = await sql<Whole['changes'][number]>`
    select ${isoTimestampSql('at')} as at, what, before, after from contest_changes
     where contest_id = ${id} order by id`.execute(database)
  return { ...contest, entries: null, changes }
}
type Whole = OutputOf<typeof showContest>

/**
 * Returns every draw with what became of its winner. Acceptance is final. A winner who is held or taken down keeps
 * their turn for at least 14 days from then on, and for at least 14 days after the release of a hold, so that no admin
 * can end a turn this way. The outcome is 'left' if the winner's account is gone or disabled. That its entry counted was
 * decided when the contest closed, so it may lose its verification.
 */
export async function drawRows(database: Database, now: Date, which?: number): Promise<DrawRow[]> {
  const { rows } = await sql<DrawRow>`
    select d.contest_id as "contestId", d.k, d.winning_entry as entry, d.user_id as "userId",
           ${isoTimestampSql('d.drawn_at')} as "drawnAt", ${isoTimestampSql('turn.ends')} as "answerBy",
           ${isoTimestampSql('d.reminded_at')} as "remindedAt", ${isoTimestampSql('d.overdue_at')} as "overdueAt",
           outcome.is as outcome, case when outcome.is = 'held' and d.ended_as is null then ${isoTimestampSql('turn.ends')} end as "heldUntil",
           d.beacon, case when d.k = 0 then c.beacon else r.beacon end as announced,
           case when d.accepted and d.show_name and ${memberVisibleSql('u')} then u.user_name end as winner
      from contest_draws d join contests c on c.id = d.contest_id
      left join lateral (
        select beacon from contest_redraws a where a.contest_id = d.contest_id and a.k = d.k limit 1) r on true
      left join users u on u.id = d.user_id
     cross join lateral (
       select ${turnEndsSql} as ends) turn
     cross join lateral (
       select case when d.ended_as is not null then d.ended_as
                   when d.accepted then 'accepted' when not d.accepted then 'declined'
                   when u.suspended_at is not null then 'held'
                   when d.user_id is null or u.hidden then 'left'
                   when turn.ends <= ${now} then 'unanswered' else 'waiting' end as is) outcome
     where ${which ?? null}::integer is null or d.contest_id = ${which ?? null}
     order by d.contest_id, d.k`.execute(database)
  return rows
}

/** Days that a winner has to answer (rules: drawing). */
export const answerDays = 14
const turn = `${answerDays} days`

/** SQL for when the turn of a winner ends, from their draw `d` and their account `u`. */
export const turnEndsSql = sql<Date>`
  greatest(d.answer_by, u.suspended_at + ${turn}::interval)`
