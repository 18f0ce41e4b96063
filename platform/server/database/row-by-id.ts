import { sql, type Selectable } from 'kysely'
import type { DB } from './schema.ts'
import type { Database } from '../services.ts'

type TableWithId = { [T in keyof DB]: DB[T] extends { id: unknown } ? T : never }[keyof DB]

/** Returns columns of the row with this id. With `lock`, the row is locked until the transaction ends. */
export async function rowById<T extends TableWithId, C extends keyof Selectable<DB[T]> & string>(
  database: Database,
  table: T,
  id: number,
  columns: readonly C[],
  lock?: 'share' | 'no key update' | 'update',
): Promise<Pick<Selectable<DB[T]>, C> | undefined> {
  const { rows } = await sql<Pick<Selectable<DB[T]>, C>>`
    select ${sql.join(columns.map((column) => sql.ref(column)))} from ${sql.table(table)}
     where id = ${id} ${lock ? sql.raw(`for ${lock}`) : sql``}`.execute(database)
  return rows[0]
}
