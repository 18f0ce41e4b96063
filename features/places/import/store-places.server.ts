import { sql, type Transaction } from 'kysely'
import { transact } from '#platform/server/database/database.ts'
import type { DB } from '#platform/server/database/schema.ts'
import type { Database } from '#platform/server/services.ts'
import { dropHeldChanges, holdChanges } from './held-changes.server.ts'
import { giveMergedFacts } from './merged-facts.server.ts'
import { insertMergedPlaces, matchWithOtherSources } from './match-places.server.ts'
import { updateFromImports } from './added-by-members.server.ts'
import type { ImportedRestaurantRow } from './place-row.server.ts'
import type { ClosedPlace } from './sources/source-place.ts'
import {
  incomingPlacesSql,
  updateRows,
  importedColumnsSql,
  lockStoredPlaces,
} from './place-table.server.ts'
import {
  otherNamesKey,
  type RestaurantFact,
  columnsByFact,
  reasonToHold,
  type StoredPlace,
  mergeFacts,
} from './update-place.ts'

type Tx = Transaction<DB>

export type ImportCounts = {
  added: number
  changed: number
  /** Places that match a restaurant of another source, stored as merged into it. */
  merged: number
  /** Places that are stored already under another id made from name and position. */
  twins: number
  held: number
  /** Places closed at their source that this import newly reports to the admins. */
  reported: number
  facts: Partial<Record<RestaurantFact, number>>
  left: Partial<Record<RestaurantFact, number>>
}

export const zeroImportCounts = (): ImportCounts => ({
  added: 0,
  changed: 0,
  merged: 0,
  twins: 0,
  held: 0,
  reported: 0,
  facts: {},
  left: {},
})

/**
 * Adds new places, updates changed ones and leaves the others alone. Changes that may be about another place are held.
 */
export function storePlaces(
  database: Database,
  rows: ImportedRestaurantRow[],
  closed: ClosedPlace[],
  bookmark: { file: string; rows: number },
  dryRun = false,
): Promise<ImportCounts> {
  // Sorted, so that two simultaneous imports lock rows in the same order and can't deadlock.
  const sorted = rows.toSorted((a, b) => (a.place_id < b.place_id ? -1 : 1))
  const work = async (tx: Tx) => {
    const before = await lockStoredPlaces(tx, sorted)
    const fresh = sorted.filter((row) => !before.has(row.place_id))
    const whole = fresh.map(wholeOf)
    const matches = await matchWithOtherSources(tx, whole)
    const matched = new Set(matches.map(({ row }) => row.place_id))
    const unmatched = whole.filter((row) => !matched.has(row.place_id))
    const stored = zeroImportCounts()
    stored.added = await add(tx, unmatched)
    const merged = await insertMergedPlaces(tx, matches, new Date())
    stored.merged = merged.length
    stored.twins = fresh.length - stored.added - stored.merged
    const changes: StoredPlace[] = []
    const held: Parameters<typeof holdChanges>[1] = []
    for (const row of sorted) {
      const place = before.get(row.place_id)
      if (!place) continue
      const news = mergeFacts(place, row)
      const reason = reasonToHold(place, news.row)
      if (reason) {
        held.push({ restaurant: place.id, reason, given: row })
        continue
      }
      if (news.changed.length > 0) stored.changed += 1
      for (const fact of news.changed) stored.facts[fact] = (stored.facts[fact] ?? 0) + 1
      for (const fact of news.left) stored.left[fact] = (stored.left[fact] ?? 0) + 1
      changes.push(news.row)
    }
    await updateRows(tx, changes)
    await updateFromImports(
      tx,
      sorted.map(({ place_id }) => place_id),
      new Date(),
    )
    // A member's restaurant has moved with its row by now.
    await giveMergedFacts(tx, [...merged, ...[...before.values()].map(({ id }) => id)])
    const given = new Set(held.map((change) => change.given))
    await dropHeldChanges(
      tx,
      sorted.filter((row) => before.has(row.place_id) && !given.has(row)),
    )
    stored.held = await holdChanges(tx, held)
    await withdrawReportsOfReopenedPlaces(tx, rows)
    stored.reported = await reportClosedPlaces(tx, closed, new Date())
    await tx
      .insertInto('place_imports')
      .values({ file: bookmark.file, rows_done: bookmark.rows })
      .onConflict((conflict) =>
        conflict.column('file').doUpdateSet({ rows_done: bookmark.rows, updated_at: sql`now()` }),
      )
      .execute()
    return stored
  }
  return dryRun ? takenBack(database, work) : transact(database, work)
}

/** Does the work, rolls it back, and returns its result. */
async function takenBack<T>(database: Database, work: (tx: Tx) => Promise<T>): Promise<T> {
  let done: { value: T } | undefined
  const stop = new Error('This is taken back.')
  try {
    await transact(database, async (tx) => {
      done = { value: await work(tx) }
      throw stop
    })
  } catch (error) {
    if (error !== stop || !done) throw error
  }
  return done!.value
}

/**
 * Inserts places and returns how many. An id made from name and position changes when the position is rounded
 * differently, so a place with such an id isn't added if its source already has the same name close by.
 */
async function add(tx: Tx, rows: ReturnType<typeof wholeOf>[]): Promise<number> {
  if (rows.length === 0) return 0
  const { numAffectedRows } = await sql`
    insert into restaurants (place_id, ${importedColumnsSql})
    select place_id, ${importedColumnsSql} from ${incomingPlacesSql(rows)}
     where not exists (
             select 1 from restaurants twin
              where twin.name_key = incoming.name_key
                and twin.source = incoming.source and incoming.place_id like 'place:%'
                and (twin.deleted_at is null or twin.merged_into is not null)
                and abs(twin.latitude - incoming.latitude) < 0.0007
                and abs(twin.longitude - incoming.longitude) * cos(radians(incoming.latitude)) < 0.0007)
     order by place_id
     on conflict (place_id) do nothing`.execute(tx)
  return Number(numAffectedRows)
}

const wholeOf = (row: ImportedRestaurantRow) => ({
  ...row,
  address: row.address ?? row.city_label,
  also_key: otherNamesKey(row),
  told_at: toldAt(row),
})

function toldAt(row: ImportedRestaurantRow): Record<string, number> {
  const { dated } = row
  if (dated === null) return {}
  const present = Object.entries(columnsByFact).filter(([, [column]]) => column in row)
  return Object.fromEntries(present.map(([fact]) => [fact, dated]))
}

/**
 * Reports places that are closed at their source to the admins, and returns how many reports are new. An admin's
 * earlier decision remains until the source says with a newer date that the place is closed.
 */
export async function reportClosedPlaces(tx: Tx, closed: ClosedPlace[], at: Date): Promise<number> {
  if (closed.length === 0) return 0
  const { rows } = await sql`
    insert into source_closures (told_id, source, dated, told_at)
    select r.id, place.source, place.dated, ${at}
      from jsonb_to_recordset(${JSON.stringify(closed)}::jsonb) as place ("placeId" text, source text, dated bigint)
      join restaurants r on r.place_id = place."placeId" and (r.deleted_at is null or r.merged_into is not null)
     order by r.id
        on conflict (told_id) do update
       set source = excluded.source, dated = excluded.dated, told_at = excluded.told_at, settled_at = null
     where source_closures.settled_at is not null and excluded.dated > source_closures.dated
    returning told_id`.execute(tx)
  return rows.length
}

/**
 * Deletes the reports of closure of places that a file lists as open, unless the file's record is older than the
 * report.
 */
export async function withdrawReportsOfReopenedPlaces(
  tx: Tx,
  rows: ImportedRestaurantRow[],
): Promise<void> {
  if (rows.length === 0) return
  const open = rows.map(({ place_id, dated }) => ({ place_id, dated }))
  await sql`
    delete from source_closures c
     using jsonb_to_recordset(${JSON.stringify(open)}::jsonb) as place (place_id text, dated bigint)
      join restaurants r on r.place_id = place.place_id
     where c.told_id = r.id and coalesce(place.dated >= c.dated, true)`.execute(tx)
}
