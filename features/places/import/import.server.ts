import { createWriteStream, type WriteStream } from 'node:fs'
import { finished } from 'node:stream/promises'
import { sql } from 'kysely'
import { rebuildVocabulary } from '#domain/search-vocabulary.ts'
import type { Database } from '#platform/server/services.ts'
import type { Locate } from '../location.server.ts'
import { type Progress, readPlaces } from './read.server.ts'
import type { ReadOptions } from './sources.ts'
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
  let batch = new Map<string, BatchRow>()
  let closedIds: string[] = []
  async function flush() {
    const stored = await storeBatch(database, [...batch.values()], closedIds, { accept, dryRun })
    for (const { placeId, reason } of stored.skipped)
      refused.add({ ...batch.get(placeId)!, reason })
    counts.added += stored.added
    counts.changed += stored.changed
    counts.closed += stored.closed
    counts.skipped += stored.skipped.length
    counts.unchanged += batch.size - stored.added - stored.changed - stored.skipped.length
    batch = new Map()
    closedIds = []
    reporter.progress(counts, progress)
  }
  try {
    for await (const found of readPlaces(path, progress, options)) {
      counts.rows += 1
      if ('reason' in found) {
        counts.bad += 1
        refused.add(found)
      } else if (!found.place) counts.others += 1
      else if ('closedId' in found.place) closedIds.push(found.place.closedId)
      else {
        const row = placeRow(found.place, await locate(found.place))
        batch.set(row.place_id, { line: found.line, raw: found.raw, row })
      }
      if (batch.size + closedIds.length >= batchSize) await flush()
    }
  } finally {
    // Even if the file breaks off, what was read is stored.
    await flush()
    await refused.end()
  }
  const { rows, bad, others } = counts
  if (rows === bad + others)
    throw new Error(
      `Nothing in this file can be used: ${bad} rows are refused, and ${others} don’t say that one can eat or drink there (if all are such places, say so: --all).`,
    )
  if (counts.added + counts.changed > 0 && !dryRun) {
    // Lets the query planner and the search know the new rows at once.
    await sql`vacuum analyze restaurants`.execute(database)
    await rebuildVocabulary(database)
  }
  return counts
}

/** Writes refused rows to a file, each as a line of JSON. */
function refusedRows(file: string, reporter: ImportReporter) {
  let stream: WriteStream | undefined
  return {
    add({ line, raw, reason }: { line: number; raw: unknown; reason: string }) {
      stream ??= createWriteStream(file)
      stream.write(`${JSON.stringify({ line, reason, row: raw }, withoutBigInt)}\n`)
      reporter.refused(line, reason)
    },
    async end() {
      if (stream) await finished(stream.end())
    },
  }
}

const withoutBigInt = (_: string, value: unknown) =>
  typeof value === 'bigint' ? String(value) : value
