import { sql, type Transaction } from 'kysely'
import type { DB } from '#platform/server/schema.ts'
import type { Database } from '#platform/server/services.ts'

type Held = { id: number; listed: boolean; deleted: boolean; into: number | null }

/** The item that an id leads to: itself, or the one that it was merged into. */
export async function itemNow(database: Database, id: number): Promise<number> {
  const item = await database
    .selectFrom('items')
    .select('merged_into')
    .where('id', '=', id)
    .executeTakeFirst()
  return item?.merged_into ?? id
}

/**
 * Holds the item that an id leads to, so that it isn't merged or deleted meanwhile. `share` is enough for
 * whoever adds a row to it.
 */
export async function holdItem(
  tx: Transaction<DB>,
  id: number,
  strength: 'share' | 'change' = 'share',
): Promise<Held | null> {
  const lock = strength === 'share' ? sql`for key share` : sql`for no key update`
  // Where one waits for the row, this reads what it is then.
  const { rows } = await sql<Held>`
    select id, listed, deleted_at is not null as deleted, merged_into as "into"
      from items where id = ${id} ${lock}`.execute(tx)
  const item = rows[0]
  if (item?.into) return holdItem(tx, item.into, strength)
  return item && !item.deleted ? item : null
}
