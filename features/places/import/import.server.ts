import { createWriteStream, type WriteStream } from 'node:fs'
import { rebuildVocabulary } from '#domain/search-vocabulary.ts'
import { sql } from 'kysely'
import type { Database } from '#platform/server/services.ts'
import type { Locate } from '../location.server.ts'
import type { PlaceOrClosed, ReadOptions } from './place.ts'
import { type Progress, readPlaces } from './read.server.ts'
import { type BatchRow, placeRow, storeBatch } from './store.server.ts'

/**
 * Number of rows by what became of them. `closed` restaurants are hidden because their source says that they are closed,
 * `others` don't say that they are a place to eat or drink, and `skipped` would change a restaurant greatly.
 */
const noCounts = {
  rows: 0,
  added: 0,
  changed: 0,
  unchanged: 0,
  closed: 0,
  others: 0,
  skipped: 0,
  bad: 0,
}
export type ImportCounts = typeof noCounts

export type ImportOptions = ReadOptions & {
  dryRun?: boolean | undefined
  /** Stores great changes, too. */
  accept?: boolean | undefined
  /** File for the refused rows, which is only written if there are any. */
  refusedFile: string
}

export type ImportReporter = {
  refused(line: number, reason: string): void
  progress(counts: ImportCounts, progress: Progress): void
}

const batchSize = 1000

/**
 * Imports every place of a file in batches, each in one transaction. Importing a file again changes nothing, so that an
 * interrupted import is simply run again.
 */
export async function importPlaces(
  database: Database,
  locate: Locate,
  path: string,
  { dryRun = false, accept = false, refusedFile, ...options }: ImportOptions,
  reporter: ImportReporter,
): Promise<ImportCounts> {
  const counts = { ...noCounts }
  const progress: Progress = { done: 0, total: 0 }
  const refused = refusedRows(refusedFile, reporter)
  const batches = inBatches(async (rows, closedIds) => {
    const stored = await storeBatch(database, rows, closedIds, { accept, dryRun })
    for (const { line, raw, reason } of stored.skipped) refused.add(line, raw, reason)
    counts.added += stored.added
    counts.changed += stored.changed
    counts.closed += stored.closed
    counts.skipped += stored.skipped.length
    counts.unchanged += rows.length - stored.added - stored.changed - stored.skipped.length
    reporter.progress(counts, progress)
  })
  try {
    for await (const found of readPlaces(path, progress, options)) {
      const { line, raw } = found
      counts.rows += 1
      const place = 'place' in found ? found.place : null
      const reason = 'reason' in found ? found.reason : batches.problemOf(place)
      if (reason) {
        counts.bad += 1
        refused.add(line, raw, reason)
      } else if (!place) counts.others += 1
      else if ('closedId' in place) await batches.close(place.closedId)
      else await batches.add({ line, raw, row: placeRow(place, await locate(place)) })
    }
  } finally {
    // Even if the file breaks off, what was read is stored.
    await batches.end()
    await refused.end()
  }
  if (counts.rows === counts.bad + counts.others)
    throw new Error(nothingIn(counts, refused.reasons))
  if (counts.added + counts.changed > 0 && !dryRun) {
    // Lets the query planner and the search know the new rows at once.
    await sql`vacuum analyze restaurants`.execute(database)
    await rebuildVocabulary(database)
  }
  return counts
}

/** Collects rows in batches. Each batch is written while the next one is read. */
function inBatches(write: (rows: BatchRow[], closedIds: string[]) => Promise<void>) {
  let batch = new Map<string, BatchRow>()
  let closedIds: string[] = []
  let writing: Promise<void> = Promise.resolve()
  async function flush() {
    await writing
    writing = write([...batch.values()], closedIds)
    // The next `flush` or `end` awaits it. Until then a failure must not count as an unhandled rejection.
    writing.catch(() => {})
    batch = new Map()
    closedIds = []
  }
  const flushIfFull = async () => {
    if (batch.size + closedIds.length >= batchSize) await flush()
  }
  return {
    problemOf: (place: PlaceOrClosed) =>
      place && 'placeId' in place && batch.has(place.placeId) ? 'is in the file twice' : null,
    async add(row: BatchRow) {
      batch.set(row.row.place_id, row)
      await flushIfFull()
    },
    async close(placeId: string) {
      closedIds.push(placeId)
      await flushIfFull()
    },
    async end() {
      await flush()
      await writing
    },
  }
}

/** Writes refused rows to a file, each as a line of JSON. */
function refusedRows(file: string, reporter: ImportReporter) {
  const reasons = new Map<string, number>()
  let stream: WriteStream | undefined
  return {
    reasons,
    add(line: number, row: unknown, reason: string) {
      reasons.set(reason, (reasons.get(reason) ?? 0) + 1)
      stream ??= createWriteStream(file)
      stream.write(`${JSON.stringify({ line, reason, row }, withoutBigInt)}\n`)
      reporter.refused(line, reason)
    },
    end: () =>
      new Promise<void>((resolve, reject) => {
        if (!stream) return resolve()
        stream.on('error', reject)
        stream.end(resolve)
      }),
  }
}

const withoutBigInt = (_: string, value: unknown) =>
  typeof value === 'bigint' ? String(value) : value

/** Returns the error message for a file without a usable row. */
function nothingIn({ rows, others }: ImportCounts, reasons: Map<string, number>): string {
  if (rows === 0) return 'There are no places in this file.'
  const parts = [...reasons]
    .toSorted(([, a], [, b]) => b - a)
    .map(
      ([reason, times]) => `${times === rows ? 'each' : times.toLocaleString('en-US')} ${reason}`,
    )
  if (others > 0)
    parts.push(
      `${others === rows ? 'none says' : `${others.toLocaleString('en-US')} don’t say`} that one can eat or drink there (if all are such places, say so: --all)`,
    )
  return `Nothing in this file can be used. Of its ${rows.toLocaleString('en-US')} rows ${parts.join(', ')}.`
}
