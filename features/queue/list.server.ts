import { sql, type RawBuilder } from 'kysely'
import { z } from 'zod'
import type { QueueCase } from '#domain/queue/kind.ts'
import { containsTextSql, countMatching } from './table/table-page.server.ts'
import type { ParsedInputOf } from '#platform/contract/call.ts'
import { decodeCursor, encodeCursor } from '#platform/server/cursor.ts'
import type { Database } from '#platform/server/services.ts'
import type { adminQueue } from './contract.ts'
import { kindsByName } from './kinds.server.ts'
import { queueKindNames } from './limits.ts'

const usualPageSize = 50

type Page = { cases: QueueCase[]; cursor: string | null; matching: number | null }
type Open = QueueCase & { hidden: boolean; count: number; newest: number; key: string }

/** Of pairs of dishes it is -1, see `QueueKind`. */
const count = z.int().min(-1).max(2_147_483_647)
const microsecond = z.int().min(0).max(9_000_000_000_000_000)
const openPosition = z.tuple([
  microsecond,
  z.boolean(),
  count,
  microsecond,
  z.string().regex(/^[a-z]+-\d{1,10}$/),
])
const sortedPosition = z.tuple([microsecond, count])
const decidedPosition = z.tuple([count])

type Asked = Omit<ParsedInputOf<typeof adminQueue>, 'state'>

const kindsAsked = ({ kind }: Asked) => (kind ? [kind] : queueKindNames)

/** SQL condition that a case contains the text `q`. `about` and `id` are its columns. */
function isFound(asked: Asked, about: RawBuilder<unknown>, id: RawBuilder<number>) {
  if (!asked.q) return sql<boolean>`true`
  const texts = kindsAsked(asked).flatMap((name) =>
    Object.keys(kindsByName[name].abouts).map(
      (one) => sql`when ${one}::text then ${kindsByName[name].searchText(id, one)}`,
    ),
  )
  return containsTextSql(asked.q, [sql`case ${about} ${sql.join(texts, sql` `)} end`])
}

const moment = (microseconds: number) =>
  sql<Date>`(to_timestamp(0) + ${microseconds}::bigint * interval '1 microsecond')`

/**
 * Returns a page of the open cases, most urgent first: those whose thing is hidden, then those with the most reports that count;
 * or sorted by a column. The order is that of the moment at which the first page was requested, so that later reports
 * don't move cases between the pages that follow.
 */
export async function openCases(database: Database, asked: Asked, now: Date): Promise<Page> {
  const { cursor, pageSize = usualPageSize } = asked
  const paging = asked.sort ? sorted(asked, pageSize) : mostUrgent(asked)
  const then = paging.since === null ? null : moment(paging.since)
  const parts = kindsAsked(asked).map((one) => kindsByName[one].open(then))
  const cases = sql`
    (select q.about, q.id, q.subject, q.hidden, q.count, (q.about || '-' || q.id) collate "C" as key,
            (extract(epoch from q.newest) * 1000000)::bigint::float8 as newest
       from (${sql.join(parts, sql` union all `)}) q (about, id, subject, hidden, count, newest)) o`
  const found = isFound(asked, sql`o.about`, sql`o.id`)
  const { rows } = await sql<Open>`
    select o.about, o.id, o.hidden, o.count, o.newest, o.key, null::integer as decision,
           (select coalesce(max(round), 0) + 1 from report_decisions d
             where d.subject = o.subject and d.restored_at is null) as round
      from ${cases} where ${paging.after} and ${found}
     order by ${paging.by} limit ${pageSize + 1} offset ${paging.offset}`.execute(database)
  const page = rows.slice(0, pageSize)
  const next = () => [paging.since ?? now.getTime() * 1000, ...paging.position(page.at(-1)!)]
  return {
    cases: page,
    cursor: rows.length > pageSize ? encodeCursor(next()) : null,
    matching: cursor === undefined ? await countMatching(database, cases, found) : null,
  }
}

/**
 * Orders cases by urgency. The cursor is the moment at which the first page was loaded (`since`, null on the first page
 * itself) and the position of the last case so far.
 */
function mostUrgent({ cursor }: Asked) {
  const from = cursor === undefined ? null : decodeCursor(cursor, openPosition)
  return {
    since: from && from[0],
    by: sql`o.hidden desc, o.count desc, o.newest desc, o.key desc`,
    after: from
      ? sql`(o.hidden, o.count, o.newest, o.key) < (${from[1]}::boolean, ${from[2]}::integer, ${from[3]}::float8, ${from[4]}::text)`
      : sql`true`,
    offset: 0,
    position: ({ hidden, count: reports, newest, key }: Open) => [hidden, reports, newest, key],
  }
}

/**
 * Orders cases by a column. The cursor is the moment at which the first page was loaded and the number of cases on the
 * pages before.
 */
function sorted({ sort, order, cursor }: Asked, pageSize: number) {
  const [since, offset] = cursor === undefined ? [null, 0] : decodeCursor(cursor, sortedPosition)
  return {
    since,
    by: sql`${sql.ref(`o.${sort}`)} ${sql.raw(order)} nulls last, o.key`,
    after: sql`true`,
    offset,
    position: () => [offset + pageSize],
  }
}

/** Returns a page of the decisions that can be undone, newest first. */
export async function decidedCases(database: Database, asked: Asked): Promise<Page> {
  const { kind, cursor, pageSize = usualPageSize } = asked
  const [before] = cursor === undefined ? [null] : decodeCursor(cursor, decidedPosition)
  const decided = sql`report_decisions d`
  const standing = sql`
    d.restored_at is null ${kind ? sql`and d.kind = ${kind}` : sql``}
      and not exists (select 1 from report_decisions later
                       where later.subject = d.subject and later.round > d.round and later.restored_at is null)
      and ${isFound(asked, sql`split_part(d.subject, ' ', 1)`, sql<number>`split_part(d.subject, ' ', -1)::integer`)}`
  const { rows } = await sql<{ decision: number; subject: string; round: number }>`
    select d.id as decision, d.subject, d.round from ${decided}
     where ${standing} ${before === null ? sql`` : sql`and d.id < ${before}`}
     order by d.id desc limit ${pageSize + 1}`.execute(database)
  const page = rows.slice(0, pageSize)
  const last = page.at(-1)
  return {
    cases: page.map(({ subject, ...one }) => {
      // A subject is, for example, 'item 7' or 'text of yolo 7'.
      const [about, ...words] = subject.split(' ')
      return { ...one, about: about!, id: Number(words.at(-1)) }
    }),
    cursor: last && rows.length > pageSize ? encodeCursor([last.decision]) : null,
    matching: before === null ? await countMatching(database, decided, standing) : null,
  }
}
