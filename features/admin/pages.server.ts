import { sql } from 'kysely'
import { instantOf } from '#platform/server/instant.ts'

/** Rows of a page. */
export const pageSize = 1000

/** A row's place in a list by time, as a cursor has it: its moment and number, by their columns. */
export const placeOf = (at: string, id: string) =>
  sql<string>`(extract(epoch from ${sql.ref(at)}) * 1000000)::bigint || '.' || ${sql.ref(id)}`

export const cursorAt = (row: string) => placeOf(`${row}.created_at`, `${row}.id`)

/** The rows behind a cursor in a list newest first; all of them without one. */
export function olderThan(cursor: string | undefined, at: string, id: string) {
  if (cursor === undefined) return sql<boolean>`true`
  const [microseconds, number] = cursor.split('.')
  return sql<boolean>`(${sql.ref(at)}, ${sql.ref(id)}) <
    (to_timestamp(0) + ${microseconds}::bigint * interval '1 microsecond', ${Number(number)}::integer)`
}

/** A page of what was read, one row more than it holds, and where it goes on. */
export function pageOf<Row extends { place: string }>(rows: Row[], size = pageSize) {
  const page = rows.slice(0, size)
  return { page, cursor: rows.length > size ? page.at(-1)!.place : null }
}

type Days = { first: string | null; after: string; timeZone: string }

const startOf = (day: string, timeZone: string) =>
  sql`(${day}::date::timestamp at time zone ${timeZone}::text)`

/** Moments of these days, by the calendar of the time zone; from the very first where `first` is null. */
export const inDays = ({ first, after, timeZone }: Days, column: string) => {
  const at = sql.ref(column)
  const before = sql<boolean>`${at} < ${startOf(after, timeZone)}`
  return first === null
    ? before
    : sql<boolean>`(${before} and ${at} >= ${startOf(first, timeZone)})`
}

export const createdAt = (row: string) => instantOf(`${row}.created_at`)
