import { sql } from 'kysely'
import type { Database } from '../../server/services.ts'

/**
 * Counts how many rows of a table each statement updates or deletes from now on. Returns a function for the sum and the
 * maximum.
 */
export async function countRowsByStatement(
  database: Database,
  event: 'update' | 'delete',
  table: 'users' | 'votes' | 'yolos' | 'suspects',
) {
  await sql`create table if not exists rows_by_statement (count integer)`.execute(database)
  await sql`
    create or replace function note_rows() returns trigger language plpgsql as $$
    begin insert into rows_by_statement select count(*) from old_rows; return null; end $$`.execute(
    database,
  )
  await sql`
    create or replace trigger rows_noted after ${sql.raw(event)} on ${sql.table(table)} referencing old table as old_rows
      for each statement execute function note_rows()`.execute(database)
  return async () => {
    const { rows } = await sql<{ all: number; most: number }>`
      select sum(count)::integer as all, max(count) as most from rows_by_statement`.execute(
      database,
    )
    return rows[0]!
  }
}
