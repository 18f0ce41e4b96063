import { sql, type Transaction } from 'kysely'
import { transact } from '#platform/server/database/database.ts'
import type { DB } from '#platform/server/database/schema.ts'
import type { Database } from '#platform/server/services.ts'
import { sameMiles } from '../add-restaurant.server.ts'
import type { Place } from './place.ts'

/** Columns by the fact that they belong to. A fact that was corrected here isn't overwritten. */
const columnsByFact: Record<string, string[]> = {
  name: ['name', 'name_key'],
  'English name': ['name_en'],
  town: ['town'],
  position: 'latitude longitude cell5 cell7 city_id city_label city_slug time_zone'.split(' '),
  address: ['address'],
  website: ['website'],
  phone: ['phone'],
  hours: ['opening_hours'],
  cuisines: ['cuisines'],
  others: ['also_key', 'source', 'license'],
}
const columns = Object.values(columnsByFact).flat()
const listOf = (of: (column: string) => string) => sql.raw(columns.map(of).join(', '))

/** The columns' new values: of the file, or as they are where they were corrected or the file says nothing. */
const newValues = Object.entries(columnsByFact)
  .flatMap(([fact, names]) =>
    names.map(
      (name) =>
        `case when '${fact}' = any (r.corrected) then r.${name}
              else coalesce(incoming.${name}, r.${name}) end as ${name}`,
    ),
  )
  .join(', ')

/** A row of `restaurants`, with its line in the file. */
export type BatchRow = {
  line: number
  raw: unknown
  row: Omit<Place, 'address'> & { address: string | null }
}
type Options = { accept: boolean; dryRun: boolean }

/**
 * Adds new places, updates changed ones, and closes those that their source says are closed. Returns how many, and which
 * rows would change a restaurant greatly.
 */
export async function storeBatch(
  database: Database,
  batch: BatchRow[],
  closedIds: string[],
  { accept, dryRun }: Options,
) {
  let result: Awaited<ReturnType<typeof store>> | undefined
  const undo = new Error('This is a dry run.')
  await transact(database, async (tx) => {
    result = await store(tx, batch, closedIds, accept)
    if (dryRun) throw undo
  }).catch((error: unknown) => {
    if (error !== undo) throw error
  })
  return result!
}

async function store(tx: Transaction<DB>, batch: BatchRow[], closedIds: string[], accept: boolean) {
  await adoptAddedByMembers(tx, batch)
  // Saves comparing new rows with anything. Whether a row is new is decided by the key when it is inserted.
  const ids = batch.map(({ row }) => row.place_id)
  const { rows: stored } = await sql<{ place_id: string }>`
    select place_id from restaurants where place_id = any (${ids}::text[])`.execute(tx)
  const known = new Set(stored.map((row) => row.place_id))
  const { changing = [], fresh = [] } = Object.groupBy(batch, ({ row }) =>
    known.has(row.place_id) ? 'changing' : 'fresh',
  )
  const skipped = accept ? new Map<string, string>() : await greatChanges(tx, incoming(changing))
  const changes = incoming(changing.filter(({ row }) => !skipped.has(row.place_id)))
  // The triggers restaurants_copied and restaurants_searched update the dishes.
  const { numAffectedRows: changed = 0n } = await sql`
    update restaurants r set ${listOf((name) => `${name} = new.${name}`)}
      from (select r.id, ${sql.raw(newValues)}
              from ${changes} join restaurants r on r.place_id = incoming.place_id
             where r.deleted_at is null) new
     where r.id = new.id
       and (${listOf((name) => `r.${name}`)}) is distinct from (${listOf((name) => `new.${name}`)})`.execute(
    tx,
  )
  const defaults: Record<string, string> = { address: 'city_label', also_key: `''` }
  const { numAffectedRows: added = 0n } = await sql`
    insert into restaurants (place_id, ${listOf((name) => name)})
    select place_id, ${listOf((name) => (defaults[name] ? `coalesce(${name}, ${defaults[name]})` : name))}
      from ${incoming(fresh)}
        on conflict (place_id) do nothing`.execute(tx)
  const { numAffectedRows: closed = 0n } = await sql`
    update restaurants set hidden_at = now()
     where place_id = any (${closedIds}::text[]) and hidden_at is null and deleted_at is null`.execute(
    tx,
  )
  return { added: Number(added), changed: Number(changed), closed: Number(closed), skipped }
}

const incoming = (rows: BatchRow[]) =>
  sql`jsonb_populate_recordset(null::restaurants, ${JSON.stringify(rows.map(({ row }) => row))}::jsonb) incoming`

/** A restaurant that a member added takes over the id of a new place with the same name close by. */
function adoptAddedByMembers(tx: Transaction<DB>, batch: BatchRow[]) {
  const all = (column: 'place_id' | 'name_key' | 'latitude' | 'longitude' | 'source') =>
    batch.map(({ row }) => row[column])
  return sql`
    update restaurants r set place_id = found.place_id, source = found.source, added_by = null,
                             unconfirmed = false
      from (select distinct on (incoming.place_id) r.id, incoming.place_id, incoming.source
              from unnest(${all('place_id')}::text[], ${all('name_key')}::text[], ${all('latitude')}::float8[],
                          ${all('longitude')}::float8[], ${all('source')}::text[])
                   incoming (place_id, name_key, latitude, longitude, source)
              join restaurants r on r.name_key = incoming.name_key
               and r.source = 'member' and r.added_by is not null and r.deleted_at is null
               and miles_between(r.latitude, r.longitude, incoming.latitude, incoming.longitude) <= ${sameMiles}
             where not exists (select from restaurants s where s.place_id = incoming.place_id)
             order by incoming.place_id, r.id) found
     where r.id = found.id`.execute(tx)
}

/** Maximum distance in miles (500 meters) by which a file may move a restaurant without `--accept`. */
const farMiles = 0.3107

/** Returns the ids of rows that would move a restaurant far or give it an unrelated name, with a text that says so. */
async function greatChanges(tx: Transaction<DB>, incoming: ReturnType<typeof sql>) {
  const { rows } = await sql<{ placeId: string; reason: string }>`
    select "placeId", concat_ws(' and ',
             case when miles > ${farMiles} then format('would move ''%s'' by %s km', name, round((miles * 1.609344)::numeric, 1)) end,
             case when renamed then format('would rename ''%s'' to ''%s''', name, "newName") end) as reason
      from (select r.place_id as "placeId", r.name, incoming.name as "newName",
                   not 'name' = any (r.corrected) and r.name_key <> incoming.name_key
                     and name_likeness(r.name_key, incoming.name_key) < 0.2 as renamed,
                   case when 'position' = any (r.corrected) then 0
                        else miles_between(r.latitude, r.longitude, incoming.latitude, incoming.longitude) end as miles
              from ${incoming} join restaurants r on r.place_id = incoming.place_id
             where r.deleted_at is null) compared
     where renamed or miles > ${farMiles}`.execute(tx)
  return new Map(rows.map(({ placeId, reason }) => [placeId, reason]))
}
