import { type RawBuilder, sql, type Transaction } from 'kysely'
import { transact } from '#platform/server/database/database.ts'
import type { DB } from '#platform/server/database/schema.ts'
import type { Database } from '#platform/server/services.ts'
import { updateFromImports } from './added-by-members.server.ts'
import { giveMergedFacts } from './merged-facts.server.ts'
import type { ImportedRestaurantRow } from './place-row.server.ts'
import { updateRows, lockStoredPlaces } from './place-table.server.ts'
import { type HoldReason, mergeFacts } from './update-place.ts'
import type { Command } from '#platform/server/command.ts'
import { milesBetween } from '#domain/position/miles.ts'

/** SQL for whether something of this date may replace what is held as `h`. */
const isNotOlderSql = (dated: RawBuilder<unknown>) =>
  sql`coalesce(${dated} >= (h.given ->> 'dated')::bigint, true)`

type Held = { restaurant: number; reason: HoldReason; given: ImportedRestaurantRow }

/**
 * Stores changes of an import for an operator to decide on, except those refused before. Returns how many it stored.
 */
export async function holdChanges(tx: Transaction<DB>, changes: Held[]): Promise<number> {
  if (changes.length === 0) return 0
  const rows = changes.map(({ restaurant, reason, given }) => {
    const at = [given.latitude, given.longitude].map((degrees) => degrees.toFixed(4))
    return { restaurant, reason, key: [given.name_key, ...at].join(' '), given }
  })
  // Only what a source told last is held.
  await sql`
    delete from held_changes h
     using jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (restaurant integer, key text, given jsonb)
     where h.restaurant_id = row.restaurant and h.key <> row.key and h.decided_at is null
       and ${isNotOlderSql(sql`(row.given ->> 'dated')::bigint`)}`.execute(tx)
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

/** Deletes what is held of restaurants that their source has taken back: it tells them as they are, or newly. */
export async function dropHeldChanges(
  tx: Transaction<DB>,
  rows: Pick<ImportedRestaurantRow, 'place_id' | 'dated'>[],
): Promise<void> {
  const taken = rows.map(({ place_id, dated }) => ({ place_id, dated }))
  await sql`
    delete from held_changes h
     using jsonb_to_recordset(${JSON.stringify(taken)}::jsonb) as row (place_id text, dated bigint)
      join restaurants r on r.place_id = row.place_id
     where h.restaurant_id = r.id and h.decided_at is null
       and ${isNotOlderSql(sql`row.dated`)}`.execute(tx)
}

type HeldChange = {
  id: number
  reason: HoldReason
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

/**
 * Returns at most 1,000 open changes. Restaurants with the most dishes come first, because a mistake there affects the
 * most members. A change of a row that was merged into a member's restaurant changes that.
 */
async function heldChanges(database: Database): Promise<HeldChange[]> {
  const { rows } = await sql<HeldChange>`
    select h.id, h.reason, r.place_id as "placeId", r.name, h.given ->> 'name' as "newName",
           coalesce(s.address, r.address) as address,
           r.latitude, r.longitude, (h.given ->> 'latitude')::float8 as "newLatitude",
           (h.given ->> 'longitude')::float8 as "newLongitude",
           (select count(*)::integer from items i
             where i.restaurant_id = coalesce(s.id, r.id) and i.deleted_at is null) as dishes
      from held_changes h join restaurants r on r.id = h.restaurant_id
      left join restaurants s on s.id = r.merged_into and s.source = 'member'
     where h.decided_at is null
     order by dishes desc, h.id limit 1000`.execute(database)
  return rows
}

/** Accepts or refuses a change. Returns false if it is no longer open, for example because another operator decided. */
function decideHeld(database: Database, id: number, accept: boolean): Promise<boolean> {
  return transact(database, async (tx) => {
    const { rows } = await sql<{ given: ImportedRestaurantRow }>`
      update held_changes set decided_at = now(), accepted = ${accept}
       where id = ${id} and decided_at is null returning given`.execute(tx)
    const given = rows[0]?.given
    if (!given) return false
    if (!accept) return true
    const stored = (await lockStoredPlaces(tx, [given])).get(given.place_id)
    if (!stored) return true
    await updateRows(tx, [mergeFacts(stored, given).row])
    await updateFromImports(tx, [given.place_id], new Date())
    const { rows: merged } = await sql<{ id: number }>`
      select id from restaurants where merged_into = ${stored.id}`.execute(tx)
    await giveMergedFacts(tx, [stored.id, ...merged.map((row) => row.id)])
    return true
  })
}

const usage = `held-changes [accept | refuse <number … | all>]

Without more it lists what imports would have changed but for its size: a restaurant moved by more than
500 m, or one with quite another name. It may be a slip of the source, or another place under its number.

  accept   change them
  refuse   leave them; the same change isn't held again`

export const heldCommand: Command = {
  name: 'held-changes',
  summary: 'List, accept or refuse what imports would change greatly',
  usage,
  async run([decision, ...which], { database }) {
    if (decision === undefined) return list(database)
    const isAll = which.length === 1 && which[0] === 'all'
    const numbers = isAll ? [] : which.map(Number)
    const isClear = isAll || (numbers.length > 0 && numbers.every(isNumber))
    if (!/^(?:accept|refuse)$/.test(decision) || !isClear) {
      console.error(usage)
      return 2
    }
    const accept = decision === 'accept'
    const done = isAll
      ? await decideAll(database, accept)
      : await decideEach(database, numbers, accept)
    console.log(`${done} ${accept ? 'changed' : 'left as they were'}.`)
    return isAll || done === numbers.length ? 0 : 1
  },
}

const isNumber = (id: number) => Number.isInteger(id) && id > 0 && id < 2 ** 31

async function list(database: Database) {
  const held = await heldChanges(database)
  for (const change of held) console.log(line(change))
  if (held.length === 0) console.log('Nothing is held.')
  return 0
}

async function decideEach(database: Database, ids: number[], accept: boolean) {
  let done = 0
  for (const id of ids) {
    if (await decideHeld(database, id, accept)) done += 1
    else console.error(`${id} is not held, or no more.`)
  }
  return done
}

/** Decides all open changes, a thousand at a time, and returns how many. */
async function decideAll(database: Database, accept: boolean) {
  let done = 0
  for (;;) {
    const held = await heldChanges(database)
    for (const { id } of held) if (await decideHeld(database, id, accept)) done += 1
    if (held.length === 0) return done
  }
}

function line(held: HeldChange) {
  const { id, placeId, name, newName, address, reason, dishes } = held
  const to = { latitude: held.newLatitude, longitude: held.newLongitude }
  const moved = reason.startsWith('moved')
    ? `${(milesBetween(held, to) * 1.609344).toFixed(1)} km to ${to.latitude}, ${to.longitude}`
    : ''
  const renamed = reason.endsWith('renamed') ? `now '${newName}'` : ''
  const what = [moved, renamed].filter(Boolean).join(', ')
  return `${id}  ${placeId} '${name}', ${address}, ${dishes} dishes: ${what}`
}
