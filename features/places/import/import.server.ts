import { createHash } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { sql } from 'kysely'
import type { Database } from '#platform/server/services.ts'
import type { Gazetteer } from '../gazetteer/gazetteer.server.ts'
import { type ImportedRestaurantRow, restaurantRowOf } from './place-row.server.ts'
import { csvFields } from './sources/csv-rows.server.ts'
import type { ClosedPlace, ReadOptions, SourceRow } from './sources/source-place.ts'
import { type Progress, readPlaces } from './sources/sources.server.ts'
import { zeroImportCounts, type ImportCounts, storePlaces } from './store-places.server.ts'
import type { RestaurantFact } from './update-place.ts'

/** Number of rows in the file, by what became of them. */
export type ImportResult = ImportCounts & {
  rows: number
  unchanged: number
  /** Places that the source says are closed for good. */
  closed: number
  /** Rows that don't say that they are a place to eat or drink. */
  others: number
  bad: number
}

export type ImportReporter = {
  bad(row: number, line: number, reason: string): void
  /** Called once per reason with the number of bad rows that were not reported one by one. */
  more(rows: number, reason: string): void
  progress(result: ImportResult, progress: Progress): void
  /** Called if an earlier import of the file was interrupted: this import continues after `row`. */
  goingOn(row: number): void
}

const batchSize = 1000
/** Maximum number of bad rows per reason that are reported one by one. */
const maxPerReason = 20

/**
 * Imports every place of a file. Each batch is written with its bookmark in one transaction, so that an interrupted
 * import continues there at the next run. After a complete import the next run finds nothing to change. A dry run rolls
 * each batch back.
 */
export async function importPlaces(
  database: Database,
  cities: Gazetteer,
  path: string,
  watch: ImportReporter,
  { dryRun = false, ...reading }: ReadOptions & { dryRun?: boolean | undefined } = {},
): Promise<ImportResult> {
  const file = await fileKey(path, reading)
  const bookmark = await database
    .selectFrom('place_imports')
    .select('rows_done')
    .where('file', '=', file)
    .executeTakeFirst()
  const done = dryRun ? 0 : (bookmark?.rows_done ?? 0)
  if (done > 0) watch.goingOn(done)
  const progress: Progress = { done: 0, total: 0 }
  const result: ImportResult = {
    ...zeroImportCounts(),
    rows: 0,
    unchanged: 0,
    closed: 0,
    others: 0,
    bad: 0,
  }
  const problems = problemsOf(watch, done > 0)
  const batches = inBatches(async (places, closed) => {
    const stored = await storePlaces(database, places, closed, { file, rows: result.rows }, dryRun)
    addTo(result, places.length, closed.length, stored)
    watch.progress(result, progress)
  })
  const seen = new Set<string>()
  async function take(found: SourceRow) {
    result.rows = found.row
    const placeId = placeIdOf(found)
    const isTwice = placeId !== null && seen.has(placeId)
    if (placeId !== null) seen.add(placeId)
    if (found.row <= done) return
    if ('other' in found) result.others += 1
    else if ('reason' in found || isTwice) {
      result.bad += 1
      problems.add(found, 'reason' in found ? found.reason : 'is in the file twice')
    } else {
      problems.tell()
      await batches.add(
        'place' in found
          ? { place: await restaurantRowOf(found.place, cities) }
          : { closed: found.closed },
      )
    }
  }
  let failure: unknown
  try {
    for await (const found of readPlaces(path, progress, reading)) await take(found)
  } catch (error) {
    failure = error
  }
  // Even if the file breaks off, what was read is written.
  await batches.end()
  problems.end()
  if (failure) throw failure
  if (!dryRun) await database.deleteFrom('place_imports').where('file', '=', file).execute()
  if (!problems.isUsable()) throw new Error(nothingIn(result, problems.counts))
  // Lets the query planner know the new rows at once and clears the pending entries of the word index.
  if (result.added + result.changed > 0 && !dryRun)
    await sql`vacuum analyze restaurants`.execute(database)
  return result
}

function placeIdOf(row: SourceRow): string | null {
  if ('place' in row) return row.place.placeId
  return 'closed' in row ? row.closed.placeId : null
}

function addTo(result: ImportResult, places: number, closed: number, stored: ImportCounts) {
  for (const key of ['added', 'changed', 'merged', 'twins', 'held', 'reported'] as const)
    result[key] += stored[key]
  for (const key of ['facts', 'left'] as const)
    for (const [fact, times] of Object.entries(stored[key]) as [RestaurantFact, number][])
      result[key][fact] = (result[key][fact] ?? 0) + times
  const { added, changed, merged, twins, held } = stored
  result.unchanged += places - added - changed - merged - twins - held
  result.closed += closed
}

/** Writes rows in batches. Each batch is written while the next one is read. */
function inBatches(
  write: (places: ImportedRestaurantRow[], closed: ClosedPlace[]) => Promise<void>,
) {
  let places: ImportedRestaurantRow[] = []
  let closed: ClosedPlace[] = []
  let writing: Promise<void> = Promise.resolve()
  async function flush() {
    await writing
    writing = write(places, closed)
    // The next `flush` or `end` awaits `writing`. Until then a failure must not count as an unhandled rejection.
    writing.catch(() => {})
    places = []
    closed = []
  }
  return {
    async add(row: { place: ImportedRestaurantRow } | { closed: ClosedPlace }) {
      if ('place' in row) places.push(row.place)
      else closed.push(row.closed)
      if (places.length + closed.length >= batchSize) await flush()
    },
    async end() {
      await flush()
      await writing
    },
  }
}

/**
 * Collects bad rows and reports them once a place is found. For a file without any place, one line of error is enough.
 */
function problemsOf(watch: ImportReporter, begunBefore: boolean) {
  const counts = new Map<string, number>()
  let waiting: Parameters<ImportReporter['bad']>[] = []
  let usable = begunBefore
  return {
    counts,
    isUsable: () => usable,
    tell() {
      usable = true
      for (const bad of waiting) watch.bad(...bad)
      waiting = []
    },
    add({ row, line }: SourceRow, reason: string) {
      const before = counts.get(reason) ?? 0
      counts.set(reason, before + 1)
      if (before >= maxPerReason) return
      waiting.push([row, line, reason])
      if (usable) this.tell()
    },
    end() {
      for (const [reason, times] of usable ? counts : [])
        if (times > maxPerReason) watch.more(times - maxPerReason, reason)
    },
  }
}

/** Returns the bookmark's key for a file and its options. With other options the import starts from the beginning. */
async function fileKey(path: string, { allAreRestaurants, source, licence, map }: ReadOptions) {
  const { size, mtimeMs } = await stat(path)
  const options = JSON.stringify([
    allAreRestaurants,
    source,
    licence,
    csvFields.map((field) => map?.[field]),
  ])
  return createHash('sha256')
    .update(`${resolve(path)} ${size} ${mtimeMs} ${options}`)
    .digest('hex')
}

/** Returns the error message for a file without a usable row. */
function nothingIn({ rows, others }: ImportResult, problems: Map<string, number>): string {
  if (rows === 0) return 'There are no places in this file.'
  const count = (times: number) => times.toLocaleString('en-US')
  const reasons = [...problems]
    .toSorted(([, a], [, b]) => b - a)
    .map(([reason, times]) => `${times === rows ? 'each' : count(times)} ${reason}`)
  if (others > 0) {
    const which = others === rows ? 'none says' : `${count(others)} don’t say`
    reasons.push(`${which} that one can eat or drink there (if all are such places, say so: --all)`)
  }
  return `Nothing in this file can be used. Of its ${count(rows)} rows ${reasons.join(', ')}.`
}
