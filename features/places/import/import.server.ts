import { appendFileSync, rmSync } from 'node:fs'
import { sql } from 'kysely'
import { rebuildVocabulary } from '#domain/search-vocabulary.ts'
import type { Database } from '#platform/server/services.ts'
import { locatorOfMany } from '../location.server.ts'
import { type Progress, readPlaces } from './read.server.ts'
import type { ReadOptions } from './sources.ts'
import { type BatchRow, storeBatch } from './store.server.ts'

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
}
/** Where progress and refused rows are printed. */
type Print = { log(text: string): void; error(text: string): void }

const batchSize = 1000
/** Maximum number of refused rows that are printed. */
const maxPrinted = 100

export const refusedFileOf = (path: string) => `${path}.refused.jsonl`

/**
 * Imports every place of a file in batches, each in one transaction. Importing a file again changes nothing, so that an
 * interrupted import is simply run again. Refused rows are printed and written to a file, each as a line of JSON.
 */
export async function importPlaces(
  database: Database,
  path: string,
  { dryRun = false, accept = false, ...options }: ImportOptions,
  print: Print = console,
): Promise<ImportCounts> {
  const counts = { ...noCounts }
  const progress: Progress = { done: 0, total: 0 }
  const printProgress = progressPrinter(print)
  const locate = locatorOfMany(database)
  rmSync(refusedFileOf(path), { force: true })
  const refuse = (line: number, reason: string, raw: unknown) => {
    if (counts.bad + counts.skipped <= maxPrinted) print.error(`Line ${line} ${reason}: skipped.`)
    appendFileSync(
      refusedFileOf(path),
      `${JSON.stringify({ line, reason, row: raw }, withoutBigInt)}\n`,
    )
  }
  let batch = new Map<string, BatchRow>()
  let closedIds: string[] = []
  async function flush() {
    const stored = await storeBatch(database, [...batch.values()], closedIds, { accept, dryRun })
    counts.added += stored.added
    counts.changed += stored.changed
    counts.closed += stored.closed
    counts.skipped += stored.skipped.length
    counts.unchanged += batch.size - stored.added - stored.changed - stored.skipped.length
    for (const { placeId, reason } of stored.skipped) {
      const { line, raw } = batch.get(placeId)!
      refuse(line, reason, raw)
    }
    batch = new Map()
    closedIds = []
    printProgress(counts, progress)
  }
  try {
    for await (const found of readPlaces(path, progress, options)) {
      const { line, raw } = found
      counts.rows += 1
      if ('reason' in found) {
        counts.bad += 1
        refuse(line, found.reason, raw)
      } else if (!found.place) counts.others += 1
      else if ('closedId' in found.place) closedIds.push(found.place.closedId)
      else {
        const where = await locate(found.place)
        const address = found.place.address(where.city_label.slice(-2))
        const row = { ...found.place, ...where, address }
        batch.set(row.place_id, { line, raw, row })
      }
      if (batch.size + closedIds.length >= batchSize) await flush()
    }
  } finally {
    // Even if the file breaks off, what was read is stored.
    await flush()
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

const withoutBigInt = (_: string, value: unknown) =>
  typeof value === 'bigint' ? String(value) : value

/** Milliseconds between two lines of progress. */
const pause = 5000

/** Returns a function that prints the progress now and then. */
function progressPrinter(print: Print) {
  const start = performance.now()
  let last = start
  return ({ rows }: ImportCounts, { done, total }: Progress) => {
    if (performance.now() - last < pause) return
    last = performance.now()
    print.log(progressText(rows, done / total, (last - start) / 1000))
  }
}

/** Returns what share of a file is imported after some seconds, how many rows a second, and the time left. */
export function progressText(rows: number, share: number, seconds: number): string {
  const rate = Math.round(rows / seconds)
  const left = Math.ceil((seconds / share) * (1 - share))
  return `${Math.floor(share * 100)} %, ${formatCount(rows)} rows, ${formatCount(rate)} a second, ${left} s left`
}

export const formatCount = (value: number) => value.toLocaleString('en-US')
