import { sql, type Transaction } from 'kysely'
import { transact } from '#platform/server/database.ts'
import type { DB } from '#platform/server/schema.ts'
import type { Database } from '#platform/server/services.ts'
import type { PlaceRow } from './place-row.server.ts'
import { change, storedPlaces } from './place-table.server.ts'
import { type HeldFor, update } from './update-place.ts'

type Held = { restaurant: number; reason: HeldFor; given: PlaceRow }

/** Keeps what an import would change until an operator has looked; what was refused once isn't asked again. */
export async function holdChanges(tx: Transaction<DB>, changes: Held[]): Promise<number> {
  if (changes.length === 0) return 0
  const rows = changes.map(({ restaurant, reason, given }) => {
    const at = [given.latitude, given.longitude].map((degrees) => degrees.toFixed(4))
    return { restaurant, reason, key: [given.name_key, ...at].join(' '), given }
  })
  const { rows: open } = await sql`
    insert into held_changes (restaurant_id, reason, key, given)
    select restaurant, reason, key, given
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as held (restaurant integer, reason text, key text, given jsonb)
    on conflict (restaurant_id, key) do update
       set given = excluded.given, reason = excluded.reason, decided_at = null, accepted = null
     where held_changes.accepted is not false
    returning id`.execute(tx)
  return open.length
}

export type HeldChange = {
  id: number
  reason: HeldFor
  placeId: string
  name: string
  newName: string
  address: string
  latitude: number
  longitude: number
  newLatitude: number
  newLongitude: number
  dishes: number
}

/** Those with most dishes first: most depends on them. */
export async function heldChanges(database: Database): Promise<HeldChange[]> {
  const { rows } = await sql<HeldChange>`
    select h.id, h.reason, r.place_id as "placeId", r.name, h.given ->> 'name' as "newName", r.address,
           r.latitude, r.longitude, (h.given ->> 'latitude')::float8 as "newLatitude",
           (h.given ->> 'longitude')::float8 as "newLongitude",
           (select count(*)::integer from items i where i.restaurant_id = r.id and i.deleted_at is null) as dishes
      from held_changes h join restaurants r on r.id = h.restaurant_id
     where h.decided_at is null
     order by dishes desc, h.id limit 1000`.execute(database)
  return rows
}

/** True where this one was still open; of two at once one decides. */
export function decideHeld(database: Database, id: number, accept: boolean): Promise<boolean> {
  return transact(database, async (tx) => {
    const { rows } = await sql<{ given: PlaceRow }>`
      update held_changes set decided_at = now(), accepted = ${accept}
       where id = ${id} and decided_at is null returning given`.execute(tx)
    const given = rows[0]?.given
    if (!given) return false
    if (!accept) return true
    const stored = (await storedPlaces(tx, [given.place_id])).get(given.place_id)
    if (stored) await change(tx, [update(stored, given).row])
    return true
  })
}
