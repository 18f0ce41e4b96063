import { sql, type Transaction } from 'kysely'
import type { DB } from '#platform/server/database/schema.ts'
import type { ImportedRestaurantRow } from './place-row.server.ts'
import { columnsByFact, type StoredPlace } from './update-place.ts'

type Tx = Transaction<DB>

const names = [...Object.values(columnsByFact).flat(), 'also_key', 'source', 'licence', 'told_at']
const each = (of: (name: string) => string) => sql.raw(names.map(of).join(', '))

/** SQL for the columns that an import fills, separated by commas. */
export const importedColumnsSql = each((name) => name)

/** SQL for rows as a table `incoming` with the columns of `restaurants`. */
export const incomingPlacesSql = (rows: object[]) =>
  sql`jsonb_populate_recordset(null::restaurants, ${JSON.stringify(rows)}::jsonb) as incoming`

/**
 * Returns the stored rows of these places by place id. Locks these rows and the yolos of places that will move to
 * another cell until the transaction ends.
 */
export async function lockStoredPlaces(
  tx: Tx,
  incoming: Pick<ImportedRestaurantRow, 'place_id' | 'cell5'>[],
): Promise<Map<string, StoredPlace>> {
  const cells = JSON.stringify(incoming.map(({ place_id, cell5 }) => ({ place_id, cell5 })))
  await sql`
    select from yolos y join items i on i.id = y.item_id
     where i.restaurant_id in (
       select r.id from restaurants r
         join jsonb_populate_recordset(null::restaurants, ${cells}) as given using (place_id)
        where given.cell5 <> r.cell5)
     order by y.id for no key update of y`.execute(tx)
  const placeIds = incoming.map(({ place_id }) => place_id)
  const { rows } = await sql<StoredPlace>`
    select id, place_id, corrected, ${importedColumnsSql} from restaurants
     where place_id = any(${placeIds}::text[]) order by id for update`.execute(tx)
  return new Map(rows.map((row) => [row.place_id, row]))
}

/** Updates the rows that differ from what is stored. */
export async function updateRows(tx: Tx, rows: StoredPlace[]): Promise<void> {
  if (rows.length === 0) return
  await sql`
    update restaurants set ${each((name) => `${name} = incoming.${name}`)}
      from ${incomingPlacesSql(rows)}
     where restaurants.id = incoming.id
       and (${each((name) => `restaurants.${name}`)}) is distinct from (${each((name) => `incoming.${name}`)})`.execute(
    tx,
  )
}
