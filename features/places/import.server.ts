import { createHash } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { sql } from 'kysely'
import type { Database } from '#platform/server/services.ts'
import { writtenAddress } from './address.ts'
import { fold } from './fold.ts'
import type { Gazetteer } from './gazetteer.server.ts'
import { locate } from './locate.server.ts'
import { openingHours } from './opening-hours.server.ts'
import { distinct } from './distinct.ts'
import type { SourcePlace } from './source-place.ts'
import { type Progress, readPlaces } from './sources.server.ts'
import { storePlaces } from './store-places.server.ts'

export type ImportResult = {
  rows: number
  added: number
  changed: number
  unchanged: number
  /** Here already from another source: the same name at the same spot. */
  twins: number
  /** Not a place to eat or drink. */
  others: number
  bad: number
}

export type ImportWatch = {
  bad(row: number, line: number, reason: string): void
  progress(result: ImportResult, progress: Progress): void
  /** An import cut off earlier goes on after this row. */
  goingOn(row: number): void
}

const batchSize = 1000

/**
 * Takes in every place of a file, a batch and its bookmark in one transaction: cut off anywhere, the
 * next run goes on there; run to the end, the next run finds nothing to change.
 */
export async function importPlaces(
  database: Database,
  cities: Gazetteer,
  path: string,
  watch: ImportWatch,
): Promise<ImportResult> {
  const file = await fileKey(path)
  const bookmark = await database
    .selectFrom('place_imports')
    .select('rows_done')
    .where('file', '=', file)
    .executeTakeFirst()
  const done = bookmark?.rows_done ?? 0
  if (done > 0) watch.goingOn(done)

  const result = { rows: 0, added: 0, changed: 0, unchanged: 0, twins: 0, others: 0, bad: 0 }
  const progress: Progress = { done: 0, total: 0 }
  const isNew = distinct()
  let batch: ReturnType<typeof rowOf>[] = []
  // One batch is written while the next is read.
  let writing: Promise<void> = Promise.resolve()

  async function write(rows: typeof batch, upTo: number) {
    const { added, changed, twins } = await storePlaces(database, rows, { file, rows: upTo })
    result.added += added
    result.changed += changed
    result.twins += twins
    result.unchanged += rows.length - added - changed - twins
    watch.progress(result, progress)
  }
  async function flush() {
    await writing
    writing = write(batch, result.rows)
    // Awaited at the next turn; until then nobody else may call it unhandled.
    writing.catch(() => {})
    batch = []
  }

  let failure: unknown
  try {
    for await (const found of readPlaces(path, progress)) {
      result.rows = found.row
      const again = 'place' in found && !isNew(found.place.placeId)
      if (found.row <= done) continue
      if ('reason' in found || again) {
        result.bad += 1
        watch.bad(found.row, found.line, 'reason' in found ? found.reason : 'is in the file twice')
      } else if ('other' in found) result.others += 1
      else batch.push(rowOf(found.place, cities))
      if (batch.length >= batchSize) await flush()
    }
  } catch (error) {
    failure = error
  }
  // What was read of a file that breaks off is kept.
  await flush()
  await writing
  if (failure) throw failure
  await database.deleteFrom('place_imports').where('file', '=', file).execute()
  // The planner knows the new rows at once, and the word index its last ones.
  if (result.added + result.changed > 0) await sql`vacuum analyze restaurants`.execute(database)
  return result
}

async function fileKey(path: string) {
  const { size, mtimeMs } = await stat(path)
  return createHash('sha256')
    .update(`${resolve(path)} ${size} ${mtimeMs}`)
    .digest('hex')
}

function rowOf(place: SourcePlace, cities: Gazetteer) {
  const where = locate(cities, place)
  const country = where.city_label.slice(-2)
  return {
    place_id: place.placeId,
    name: place.name,
    name_key: fold(place.name),
    address: writtenAddress(place.address, country).slice(0, 300) || where.city_label,
    ...where,
    website: place.website,
    phone: place.phone,
    opening_hours: place.openingHours === null ? null : openingHours(place.openingHours),
    source: place.source,
    licence: place.licence,
  }
}

export type PlaceRow = ReturnType<typeof rowOf>
