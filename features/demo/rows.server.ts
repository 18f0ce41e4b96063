import { sql, type Insertable, type Transaction } from 'kysely'
import type { DB } from '#platform/server/database/schema.ts'

type Key = string | number

/**
 * Inserts any number of rows in one statement with one parameter. All rows must have the columns of the first. Rows
 * come back in any order, so `returning` must include a key by which the caller can match them.
 */
export async function insertRows<T extends keyof DB, Back extends string = never>(
  tx: Transaction<DB>,
  table: T,
  rows: ReadonlyArray<Insertable<DB[T]>>,
  returning: Back[] = [],
): Promise<Array<Record<Back, Key>>> {
  if (rows.length === 0) return []
  const columns = sql.join(Object.keys(rows[0]!).map((column) => sql.ref(column)))
  const back = sql.join(returning.map((column) => sql.ref(column)))
  const { rows: made } = await sql<Record<Back, Key>>`
    insert into ${sql.table(table)} (${columns})
    select ${columns} from json_populate_recordset(null::${sql.table(table)}, ${json(rows)}::json)
    ${returning.length > 0 ? sql`returning ${back}` : sql``}`.execute(tx)
  return made
}

const json = (rows: unknown) =>
  JSON.stringify(rows, (_, value: unknown) => (typeof value === 'bigint' ? `${value}` : value))
