import { sql } from 'kysely'
import { z } from 'zod'
import type { Case } from '#domain/queue/kind.ts'
import { readCursor, writeCursor } from '#platform/server/cursor.ts'
import type { Database } from '#platform/server/services.ts'
import { kindsByName } from './kinds.server.ts'
import { queueKindNames, type QueueKindName } from './limits.ts'

const pageSize = 50

type Page = { cases: Case[]; cursor: string | null }
type Open = Case & { hidden: boolean; count: number; newest: number; key: string }

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

/**
 * Returns a page of the open cases, most urgent first: those whose thing is hidden, then those with the most reports.
 * The order is that of the moment at which the first page was requested, so that later reports don't move cases between
 * the pages that follow.
 */
export async function openCases(
  database: Database,
  kind: QueueKindName | undefined,
  cursor: string | undefined,
  now: Date,
): Promise<Page> {
  const from = cursor === undefined ? null : readCursor(cursor, openPosition)
  const then = from && sql<Date>`(to_timestamp(0) + ${from[0]}::bigint * interval '1 microsecond')`
  const parts = (kind ? [kind] : queueKindNames).map((one) => kindsByName[one].open(then))
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
  const cases = rows.slice(0, pageSize)
  const last = cases.at(-1)
  const then0 = from?.[0] ?? now.getTime() * 1000
  return {
    cases,
    cursor:
      last && rows.length > pageSize
        ? writeCursor([then0, last.hidden, last.count, last.newest, last.key])
        : null,
  }
}

/** Returns a page of the decisions that can be undone, newest first. */
export async function decidedCases(
  database: Database,
  kind: QueueKindName | undefined,
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
  const cases = rows.slice(0, pageSize)
  const last = cases.at(-1)
  return {
    cases: cases.map(({ subject, ...one }) => {
      // A subject is, for example, 'item 7' or 'text of yolo 7'.
      const [about, ...words] = subject.split(' ')
      return { ...one, about: about!, id: Number(words.at(-1)) }
    }),
    cursor: last && rows.length > pageSize ? writeCursor([last.decision]) : null,
  }
}
