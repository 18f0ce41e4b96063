import { sql } from 'kysely'
import { isoTimestampSql } from '#platform/server/instant.ts'

/** Number of rows per page of the admin calls that the specification describes. */
export const pageSize = 1000

/** SQL for a row's cursor in a list ordered by time. `at` and `id` are the columns of its time and id. */
export const timeCursorSql = (at: string, id: string) =>
  sql<string>`(extract(epoch from ${sql.ref(at)}) * 1000000)::bigint || '.' || ${sql.ref(id)}`

/** SQL condition for the rows after a cursor in a newest-first list. */
export function afterCursorSql(cursor: string, at: string, id: string) {
  const [microseconds, number] = cursor.split('.')
  return sql<boolean>`(${sql.ref(at)}, ${sql.ref(id)}) <
    (to_timestamp(0) + ${microseconds}::bigint * interval '1 microsecond', ${Number(number)}::integer)`
}

type Days = { first: string | null; after: string; timeZone: string }

const startOf = (day: string, timeZone: string) =>
  sql`(${day}::date::timestamp at time zone ${timeZone}::text)`

/** SQL condition that `column` is within these days in the time zone. If `first` is null, there is no lower limit. */
export const withinDaysSql = ({ first, after, timeZone }: Days, column: string) => {
  const at = sql.ref(column)
  const before = sql<boolean>`${at} < ${startOf(after, timeZone)}`
  return first === null
    ? before
    : sql<boolean>`(${before} and ${at} >= ${startOf(first, timeZone)})`
}

export const createdAtSql = (row: string) => isoTimestampSql(`${row}.created_at`)
