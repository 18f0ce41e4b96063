import { sql, type Transaction } from 'kysely'
import type { DB } from '#platform/server/schema.ts'
import { facts, type StoredPlace } from './update-place.ts'

type Tx = Transaction<DB>

const names = [...Object.values(facts).flat(), 'also_key', 'source', 'licence', 'told_at']
const each = (of: (name: string) => string) => sql.raw(names.map(of).join(', '))

/** SQL for the columns that an import fills, separated by commas. */
export const importedColumns = each((name) => name)

/** SQL for rows as a table `incoming` with the columns of `restaurants`. */
export const asPlaceTable = (rows: object[]) =>
  sql`jsonb_populate_recordset(null::restaurants, ${JSON.stringify(rows)}::jsonb) as incoming`

/** Returns the stored rows of these places by place id, locked until the transaction ends. */
export async function storedPlaces(tx: Tx, placeIds: string[]): Promise<Map<string, StoredPlace>> {
  const { rows } = await sql<StoredPlace>`
    select id, place_id, corrected, ${importedColumns} from restaurants
     where place_id = any(${placeIds}::text[]) order by place_id for update`.execute(tx)
  return new Map(rows.map((row) => [row.place_id, row]))
}

/** Updates the rows that differ from what is stored. */
export async function updateRows(tx: Tx, rows: StoredPlace[]): Promise<void> {
  if (rows.length === 0) return
  await sql`
    update restaurants set ${each((name) => `${name} = incoming.${name}`)}
      from ${asPlaceTable(rows)}
     where restaurants.id = incoming.id
       and (${each((name) => `restaurants.${name}`)}) is distinct from (${each((name) => `incoming.${name}`)})`.execute(
    tx,
  )
}
