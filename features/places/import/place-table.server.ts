import { sql, type Transaction } from 'kysely'
import type { DB } from '#platform/server/schema.ts'
import type { StoredPlace } from './update-place.ts'

type Tx = Transaction<DB>

const columns = {
  name: 'text',
  name_key: 'text',
  name_en: 'text',
  town: 'text',
  also_key: 'text',
  address: 'text',
  latitude: 'float8',
  longitude: 'float8',
  cell5: 'bigint',
  cell7: 'bigint',
  city_id: 'integer',
  city_label: 'text',
  city_slug: 'text',
  time_zone: 'text',
  website: 'text',
  phone: 'text',
  opening_hours: 'jsonb',
  source: 'text',
  licence: 'text',
  told_at: 'jsonb',
}
const names = Object.keys(columns)
export const each = (of: (name: string) => string) => sql.raw(names.map(of).join(', '))
/** Rows as a table of these columns and one more. */
export const asTable = (rows: object[], first: string) => sql`
  jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
    as incoming (${sql.raw([first, ...Object.entries(columns).map((pair) => pair.join(' '))].join(', '))})`

/** These places as they are stored, locked until the transaction ends. */
export async function storedPlaces(tx: Tx, placeIds: string[]): Promise<Map<string, StoredPlace>> {
  const { rows } = await sql<StoredPlace>`
    select id, place_id, corrected, ${each((name) => name)} from restaurants
     where place_id = any(${placeIds}::text[]) order by place_id for update`.execute(tx)
  return new Map(rows.map((row) => [row.place_id, row]))
}

/** Writes those that differ from what is stored. */
export async function change(tx: Tx, rows: StoredPlace[]): Promise<void> {
  if (rows.length === 0) return
  await sql`
    update restaurants set ${each((name) => `${name} = incoming.${name}`)}
      from ${asTable(rows, 'id integer')}
     where restaurants.id = incoming.id
       and (${each((name) => `restaurants.${name}`)}) is distinct from (${each((name) => `incoming.${name}`)})`.execute(
    tx,
  )
}
