import { sql } from 'kysely'

/** Rows of a page. */
export const pageSize = 1000

/** A row's place in a list by time, as a cursor has it: its `created_at` and `id`, by its alias. */
export const cursorAt = (row: string) =>
  sql<string>`(extract(epoch from ${sql.ref(`${row}.created_at`)}) * 1000000)::bigint || '.' || ${sql.ref(`${row}.id`)}`

/** The rows behind a cursor in a list newest first; all of them without one. */
export function olderThan(cursor: string | undefined, row: string) {
  if (cursor === undefined) return sql<boolean>`true`
  const [microseconds, id] = cursor.split('.')
  return sql<boolean>`(${sql.ref(`${row}.created_at`)}, ${sql.ref(`${row}.id`)}) <
    (to_timestamp(0) + ${microseconds}::bigint * interval '1 microsecond', ${Number(id)}::integer)`
}

/** A page of what was read, one row more than it holds, and where it goes on. */
export function pageOf<Row extends { place: string }>(rows: Row[]) {
  const page = rows.slice(0, pageSize)
  return { page, cursor: rows.length > pageSize ? page.at(-1)!.place : null }
}

type Days = { first: string | null; after: string; timeZone: string }

const startOf = (day: string, timeZone: string) =>
  sql`(${day}::date::timestamp at time zone ${timeZone}::text)`

/** Rows made on these days, by the calendar of the time zone; from the very first where `first` is null. */
export const inDays = ({ first, after, timeZone }: Days, row: string) => {
  const at = sql.ref(`${row}.created_at`)
  const before = sql<boolean>`${at} < ${startOf(after, timeZone)}`
  return first === null
    ? before
    : sql<boolean>`(${before} and ${at} >= ${startOf(first, timeZone)})`
}

/** ISO 8601 in UTC. */
export const createdAt = (row: string) =>
  sql<string>`to_char(${sql.ref(`${row}.created_at`)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
