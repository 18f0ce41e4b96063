import { sql, type RawBuilder } from 'kysely'
import type { z } from 'zod'
import { badInput } from '#platform/contract/failure.ts'
import { escapeLike } from '#platform/server/database/like.ts'
import { isoTimestampSql } from '#platform/server/instant.ts'
import type { Database, Services } from '#platform/server/services.ts'
import type { dayRangeInput, tableInput } from './table-contract.ts'

/** Number of rows per page of the admin calls that the specification describes. */
export const pageSize = 1000

type Condition = RawBuilder<boolean>

/** A paged list: the SQL for its rows and its order, with the condition for the rows after the one with an id. */
export type TableList<Row> = {
  columns: RawBuilder<Row>
  from: RawBuilder<unknown>
  where: readonly Condition[]
  /** The texts that are searched for `q`. */
  texts: readonly RawBuilder<unknown>[]
  by: RawBuilder<unknown>
  after: (id: number) => Condition
}

/** The newest-first order of a table's rows, `at` being the column of their time and `row` the table's alias. */
export const newestFirst = (table: string, row: string, at = 'created_at') => {
  const [time, id] = [sql.ref(`${row}.${at}`), sql.ref(`${row}.id`)]
  return {
    by: sql`${time} desc, ${id} desc`,
    after: (last: number): Condition =>
      sql`(${time}, ${id}) < (select ${sql.ref(at)}, id from ${sql.table(table)} where id = ${last})`,
  }
}

/** Returns a page of a list and the cursor of the next one. */
export async function tablePage<Row extends { id: number }>(
  database: Database,
  { columns, from, where, texts, by, after }: TableList<Row>,
  { q, cursor, pageSize: size = 100 }: z.output<typeof tableInput>,
): Promise<{ items: Row[]; cursor: number | null }> {
  const conditions = [
    ...where,
    ...(q ? [containsTextSql(q, texts)] : []),
    ...(cursor === undefined ? [] : [after(cursor)]),
    sql`true`,
  ]
  const { rows } = await sql<Row>`
    select ${columns} from ${from} where ${sql.join(conditions, sql` and `)}
     order by ${by} limit ${size + 1}`.execute(database)
  const items = rows.slice(0, size)
  return { items, cursor: rows.length > size ? items.at(-1)!.id : null }
}

/** SQL condition that one of the texts contains `q`, regardless of case. */
function containsTextSql(q: string, texts: readonly RawBuilder<unknown>[]): Condition {
  const pattern = `%${escapeLike(q)}%`
  const found = texts.map((text) => sql`${text} ilike ${pattern}`)
  return sql`(${sql.join(found, sql` or `)})`
}

const laterDay = (from: string, days: number) => {
  const date = new Date(`${from}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + days)
  return date.toISOString().slice(0, 10)
}

/**
 * Returns the requested days with defaults filled in. Throws if they are in the future or start after their end, or if
 * the database doesn't know the time zone.
 */
export async function requestedDays(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  { from, to, timeZone }: z.output<typeof dayRangeInput>,
) {
  const format = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' })
  const today = format.format(clock.now())
  const last = to ?? (from && from > today ? from : today)
  const first = from ?? laterDay(last, -29)
  if (last > today) throw badInput({ fields: { [to ? 'to' : 'from']: 'Not later than today.' } })
  if (first > last) throw badInput({ fields: { from: 'Not after the last day.' } })
  const { rows } = await sql<{ isKnown: boolean }>`
    select knows_time_zone(${timeZone}) as "isKnown"`.execute(database)
  if (!rows[0]!.isKnown)
    throw badInput({ fields: { timeZone: 'The site’s database doesn’t know this time zone.' } })
  return { first, last, timeZone, after: laterDay(last, 1) }
}

type Days = { first: string | null; after: string; timeZone: string }

const startOf = (day: string, timeZone: string) =>
  sql`(${day}::date::timestamp at time zone ${timeZone}::text)`

/** SQL condition that `column` is within these days in the time zone. If `first` is null, there is no lower limit. */
export const withinDaysSql = ({ first, after, timeZone }: Days, column: string): Condition => {
  const at = sql.ref(column)
  const before = sql<boolean>`${at} < ${startOf(after, timeZone)}`
  return first === null ? before : sql`(${before} and ${at} >= ${startOf(first, timeZone)})`
}

export const createdAtSql = (row: string) => isoTimestampSql(`${row}.created_at`)
