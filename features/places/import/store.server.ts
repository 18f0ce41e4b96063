import { sql, type Transaction } from 'kysely'
import { milesBetween } from '#domain/position/miles.ts'
import { transact } from '#platform/server/database/database.ts'
import type { DB } from '#platform/server/database/schema.ts'
import type { Database } from '#platform/server/services.ts'
import { foldText } from '../fold.ts'
import type { LocationColumns } from '../location.server.ts'
import { parseOpeningHours } from './hours.server.ts'
import { areNamesUnrelated } from './names.ts'
import { formatAddress, type SourcePlace } from './place.ts'

/** Columns by the fact that they belong to. A fact that was corrected here isn't overwritten. */
const columnsByFact: Record<string, (keyof DB['restaurants'])[]> = {
  name: ['name', 'name_key'],
  'English name': ['name_en'],
  town: ['town'],
  position: [
    'latitude',
    'longitude',
    'cell5',
    'cell7',
    'city_id',
    'city_label',
    'city_slug',
    'time_zone',
  ],
  address: ['address'],
  website: ['website'],
  phone: ['phone'],
  hours: ['opening_hours'],
  cuisines: ['cuisines'],
}
const always = ['also_key', 'source', 'licence']
const columns = [...Object.values(columnsByFact).flat(), ...always]
const listOf = (of: (column: string) => string, some: readonly string[] = columns) =>
  sql.raw(some.map(of).join(', '))

/** The columns' new values: of the file, or as they are where they were corrected or the file says nothing. */
const newValues = [
  ...Object.entries(columnsByFact).flatMap(([fact, names]) =>
    names.map((name) => {
      const known =
        name === 'address'
          ? `coalesce(incoming.address, case when r.address = r.city_label then incoming.city_label else r.address end)`
          : `coalesce(incoming.${name}, r.${name})`
      return `case when '${fact}' = any (r.corrected) then r.${name} else ${known} end as ${name}`
    }),
  ),
  `coalesce(nullif(incoming.also_key, ''), r.also_key) as also_key`,
  'incoming.source',
  'incoming.licence',
].join(', ')

/** A place as a row of `restaurants`. */
export type PlaceRow = ReturnType<typeof placeRow>

export function placeRow(place: SourcePlace, where: LocationColumns) {
  return {
    place_id: place.placeId,
    name: place.name,
    name_key: foldText(place.name),
    name_en: place.nameEn,
    town: place.address.city ?? null,
    also_key: foldText(`${place.nameEn ?? ''} ${place.address.city ?? ''}`),
    ...where,
    address: formatAddress(place.address, where.city_label.slice(-2)),
    website: place.website,
    phone: place.phone,
    opening_hours: place.openingHours === null ? null : parseOpeningHours(place.openingHours),
    cuisines: place.cuisines,
    source: place.source,
    licence: place.licence,
  }
}

export type BatchRow = { line: number; raw: unknown; row: PlaceRow }
export type BatchResult = {
  added: number
  changed: number
  closed: number
  /** Rows that would change a restaurant greatly, and how. */
  skipped: { line: number; raw: unknown; reason: string }[]
}

type Options = { accept: boolean; dryRun: boolean }

/** Adds new places, updates changed ones, and closes those that their source says are closed. */
export async function storeBatch(
  database: Database,
  batch: BatchRow[],
  closedIds: string[],
  options: Options,
): Promise<BatchResult> {
  let result: BatchResult | undefined
  const undo = new Error('This is a dry run.')
  try {
    await transact(database, async (tx) => {
      result = await store(tx, batch, closedIds, options.accept)
      if (options.dryRun) throw undo
    })
  } catch (error) {
    if (error !== undo) throw error
  }
  return result!
}

async function store(
  tx: Transaction<DB>,
  batch: BatchRow[],
  closedIds: string[],
  accept: boolean,
): Promise<BatchResult> {
  const incoming = (rows: PlaceRow[]) =>
    sql`jsonb_populate_recordset(null::restaurants, ${JSON.stringify(rows)}::jsonb) as incoming`
  await adoptAddedByMembers(tx, incoming(batch.map(({ row }) => row)))
  const skipped = accept ? [] : await greatChanges(tx, batch)
  const skippedLines = new Set(skipped.map(({ line }) => line))
  const rows = incoming(batch.filter(({ line }) => !skippedLines.has(line)).map(({ row }) => row))
  // The triggers restaurants_copied and restaurants_searched update the dishes.
  const { numAffectedRows: changed = 0n } = await sql`
    update restaurants r set ${listOf((name) => `${name} = new.${name}`)}
      from (select r.id, ${sql.raw(newValues)}
              from ${rows} join restaurants r on r.place_id = incoming.place_id
             where r.deleted_at is null) new
     where r.id = new.id
       and (${listOf((name) => `r.${name}`)}) is distinct from (${listOf((name) => `new.${name}`)})`.execute(
    tx,
  )
  const { numAffectedRows: added = 0n } = await sql`
    insert into restaurants (place_id, ${listOf((name) => name)})
    select place_id, ${listOf((name) => (name === 'address' ? 'coalesce(address, city_label)' : name))}
      from ${rows}
     where not exists (select from restaurants r where r.place_id = incoming.place_id)
        on conflict (place_id) do nothing`.execute(tx)
  const { numAffectedRows: closed = 0n } = await sql`
    update restaurants set hidden_at = now()
     where place_id = any (${closedIds}::text[]) and hidden_at is null and deleted_at is null`.execute(
    tx,
  )
  return { added: Number(added), changed: Number(changed), closed: Number(closed), skipped }
}

/** Maximum distance in miles (75 meters) of a restaurant that a member added from the same one in a file. */
const sameMiles = 0.0466

/** A restaurant that a member added takes over the id of a new place with the same name close by. */
const adoptAddedByMembers = (tx: Transaction<DB>, incoming: ReturnType<typeof sql>) =>
  sql`
    update restaurants r set place_id = found.place_id, source = found.source, added_by = null,
                             unconfirmed = false
      from (select distinct on (place_id) * from (
              select distinct on (r.id) r.id, incoming.place_id, incoming.source
                from ${incoming}
                join restaurants r on r.name_key = incoming.name_key
                 and r.source = 'member' and r.deleted_at is null
                 and abs(r.latitude - incoming.latitude) < 0.001
                 and miles_between(r.latitude, r.longitude, incoming.latitude, incoming.longitude) <= ${sameMiles}
               where not exists (select from restaurants s where s.place_id = incoming.place_id)
               order by r.id, incoming.place_id) nearest
             order by place_id, id) found
     where r.id = found.id`.execute(tx)

/** Maximum distance in miles (500 meters) by which a file may move a restaurant without `--accept`. */
const farMiles = 0.3107

/** Returns the rows that would move a restaurant far or give it an unrelated name, and say so. */
async function greatChanges(tx: Transaction<DB>, batch: BatchRow[]) {
  const placeIds = batch.map(({ row }) => row.place_id)
  const stored = await tx
    .selectFrom('restaurants')
    .select(['place_id', 'name', 'name_key', 'name_en', 'latitude', 'longitude', 'corrected'])
    .where('place_id', 'in', placeIds.length > 0 ? placeIds : [''])
    .where('deleted_at', 'is', null)
    .execute()
  const byId = new Map(stored.map((row) => [row.place_id, row]))
  return batch.flatMap(({ line, raw, row }) => {
    const before = byId.get(row.place_id)
    if (!before) return []
    const miles = before.corrected.includes('position') ? 0 : milesBetween(before, row)
    const isRenamed =
      !before.corrected.includes('name') &&
      areNamesUnrelated(before.name_key, row.name_key) &&
      areNamesUnrelated(foldText(before.name_en ?? ''), row.name_key) &&
      areNamesUnrelated(before.name_key, foldText(row.name_en ?? ''))
    const reasons = [
      miles > farMiles && `would move '${before.name}' by ${(miles * 1.609344).toFixed(1)} km`,
      isRenamed && `would rename '${before.name}' to '${row.name}'`,
    ].filter(Boolean)
    return reasons.length > 0 ? [{ line, raw, reason: reasons.join(' and ') }] : []
  })
}
