import { sql, type RawBuilder } from 'kysely'
import { z } from 'zod'
import type { About } from '#domain/decisions.ts'
import { reporterNotHeld } from '#domain/holds.ts'
import { readCursor, writeCursor } from '#platform/server/cursor.ts'
import type { Database } from '#platform/server/services.ts'
import type { QueueKind } from './limits.ts'

const pageSize = 50

/** One thing of the queue, by its decision where it is decided. */
export type Place = {
  about: About | 'cluster' | 'place'
  id: number
  round: number
  decision: number | null
}
type Page = { places: Place[]; cursor: string | null }
type Open = Place & { hidden: boolean; count: number; newest: number; key: string }

const count = z.int().min(0).max(2_147_483_647)
const microsecond = z.int().min(0).max(9_000_000_000_000_000)
const openPosition = z.tuple([
  microsecond,
  z.boolean(),
  count,
  microsecond,
  z.string().regex(/^[a-z]+-\d{1,10}$/),
])
const decidedPosition = z.tuple([count])

const marked = (one: 'item' | 'restaurant', until: RawBuilder<unknown>) => {
  const on = sql.ref(`r.${one}_id`)
  return sql`
    select ${sql.lit(one)} as about, ${on} as id, count(*)::integer as count, max(r.created_at) as newest
      from ${sql.table(`${one}_reports`)} r where r.cleared_at is null and r.decision_id is null
       and ${reporterNotHeld('user_id')} and ${until} group by ${on}`
}

/** Every kind's things with their open reports made up to then: `about, id, subject, hidden, count, newest`. */
const sources: Partial<
  Record<QueueKind, (until: RawBuilder<unknown>, then: RawBuilder<unknown>) => RawBuilder<unknown>>
> = {
  expired: (until, then) => sql`
    select m.about, m.id, 'item ' || m.id as subject, coalesce(i.hidden_at <= ${then}, false) as hidden, m.count, m.newest
      from (${marked('item', until)}) m join items i on i.id = m.id join restaurants p on p.id = i.restaurant_id
     where i.deleted_at is null and p.deleted_at is null`,
  closed: (until, then) => sql`
    select m.about, m.id, 'restaurant ' || m.id, coalesce(p.hidden_at <= ${then}, false), m.count, m.newest
      from (${marked('restaurant', until)}) m join restaurants p on p.id = m.id where p.deleted_at is null`,
  abuse: (until) => sql`
    select m.kind, m.id, case when m.kind = 'member' then 'member ' else m.kind || ' of yolo ' end || m.id,
           false, m.count, m.newest
      from (select r.kind, coalesce(r.yolo_id, r.member_id) as id, count(*)::integer as count, max(r.created_at) as newest
              from abuse_reports r where r.closed_at is null and ${reporterNotHeld('reporter_id')} and ${until}
              group by 1, 2) m
     where m.kind = 'member' or exists (select 1 from yolos y where y.id = m.id)`,
  suspects: (_until, then) => sql`
    select 'cluster', s.id, 'cluster ' || s.id, s.by_rule,
           (select count(*) from suspect_members c where c.suspect_id = s.id)::integer, s.found_at
      from suspects s where s.closed_at is null and s.found_at <= ${then}`,
  places: (_until, then) => sql`
    select 'place', p.id, 'place ' || p.id, coalesce(p.hidden_at <= ${then}, false), m.count, m.newest
      from (select coalesce(t.merged_into, t.id) as id, count(*)::integer as count, max(c.told_at) as newest
              from source_closures c join restaurants t on t.id = c.told_id
             where c.settled_at is null and c.told_at <= ${then} group by 1) m
      join restaurants p on p.id = m.id where p.deleted_at is null`,
}

const all = Object.keys(sources) as QueueKind[]

/**
 * What waits, most urgent first: hidden by its reports, then by how many there are. Its order is that of the
 * moment when the first page was asked for; what is reported later changes no place in the pages that follow.
 */
export async function openPlaces(
  database: Database,
  kind: QueueKind | undefined,
  cursor: string | undefined,
  now: Date,
): Promise<Page> {
  const from = cursor === undefined ? null : readCursor(cursor, openPosition)
  const then = from
    ? sql`(to_timestamp(0) + ${from[0]}::bigint * interval '1 microsecond')`
    : sql`'infinity'::timestamptz`
  const until = from ? sql`r.created_at <= ${then}` : sql`true`
  const parts = (kind ? [kind] : all).flatMap((one) => sources[one]?.(until, then) ?? [])
  if (parts.length === 0) return { places: [], cursor: null }
  const { rows } = await sql<Open>`
    select o.about, o.id, o.hidden, o.count, o.newest, o.key, null::integer as decision,
           (select coalesce(max(round), 0) + 1 from report_decisions d
             where d.subject = o.subject and d.restored_at is null) as round
      from (select q.about, q.id, q.subject, q.hidden, q.count, (q.about || '-' || q.id) collate "C" as key,
                   (extract(epoch from q.newest) * 1000000)::bigint::float8 as newest
              from (${sql.join(parts, sql` union all `)}) q (about, id, subject, hidden, count, newest)) o
     where ${from ? sql`(o.hidden, o.count, o.newest, o.key) < (${from[1]}::boolean, ${from[2]}::integer, ${from[3]}::float8, ${from[4]}::text)` : sql`true`}
     order by o.hidden desc, o.count desc, o.newest desc, o.key desc limit ${pageSize + 1}`.execute(
    database,
  )
  const places = rows.slice(0, pageSize)
  const last = places.at(-1)
  const then0 = from?.[0] ?? now.getTime() * 1000
  return {
    places,
    cursor:
      last && rows.length > pageSize
        ? writeCursor([then0, last.hidden, last.count, last.newest, last.key])
        : null,
  }
}

/** What was decided and can be restored, newest first. */
export async function decidedPlaces(
  database: Database,
  kind: QueueKind | undefined,
  cursor: string | undefined,
): Promise<Page> {
  const [before] = cursor === undefined ? [null] : readCursor(cursor, decidedPosition)
  const { rows } = await sql<{ decision: number; subject: string; round: number }>`
    select d.id as decision, d.subject, d.round from report_decisions d
     where d.restored_at is null ${kind ? sql`and d.kind = ${kind}` : sql``}
       ${before === null ? sql`` : sql`and d.id < ${before}`}
       and not exists (select 1 from report_decisions later
                        where later.subject = d.subject and later.round > d.round and later.restored_at is null)
     order by d.id desc limit ${pageSize + 1}`.execute(database)
  const places = rows.slice(0, pageSize)
  const last = places.at(-1)
  return {
    places: places.map(({ subject, ...one }) => {
      const [about, ...words] = subject.split(' ')
      return { ...one, about: about as Place['about'], id: Number(words.at(-1)) }
    }),
    cursor: last && rows.length > pageSize ? writeCursor([last.decision]) : null,
  }
}
