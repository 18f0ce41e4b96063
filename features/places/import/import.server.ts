import { createHash } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { sql } from 'kysely'
import type { Database } from '#platform/server/services.ts'
import { distinct } from './distinct.ts'
import type { Gazetteer } from '../gazetteer/gazetteer.server.ts'
import { type PlaceRow, rowOf } from './place-row.server.ts'
import { csvFields } from './sources/csv-rows.server.ts'
import type { ClosedPlace, Reading } from './sources/source-place.ts'
import { type Progress, readPlaces } from './sources/sources.server.ts'
import { type Stored, storePlaces } from './store-places.server.ts'

/** How many rows of the file became what. */
export type ImportResult = Stored & {
  rows: number
  unchanged: number
  /** Closed for good, says the source. */
  closed: number
  /** Not a place to eat or drink, as far as it says. */
  others: number
  bad: number
}

export type ImportWatch = {
  bad(row: number, line: number, reason: string): void
  /** So many more rows are bad for a reason that was already printed often enough. */
  more(rows: number, reason: string): void
  progress(result: ImportResult, progress: Progress): void
  /** An import cut off earlier goes on after this row. */
  goingOn(row: number): void
}

const batchSize = 1000
/** Rows told one by one of each reason. */
const maxPerReason = 20

/**
 * Takes in every place of a file, a batch and its bookmark in one transaction: cut off anywhere, the
 * next run goes on there; run to the end, the next run finds nothing to change. A dry run does all that and
 * takes each batch back.
 */
export async function importPlaces(
  database: Database,
  cities: Gazetteer,
  path: string,
  watch: ImportWatch,
  { dryRun = false, ...reading }: Reading & { dryRun?: boolean | undefined } = {},
): Promise<ImportResult> {
  const file = await fileKey(path, reading)
  const bookmark = await database
    .selectFrom('place_imports')
    .select('rows_done')
    .where('file', '=', file)
    .executeTakeFirst()
  const done = dryRun ? 0 : (bookmark?.rows_done ?? 0)
  if (done > 0) watch.goingOn(done)

  const result: ImportResult = {
    rows: 0,
    added: 0,
    changed: 0,
    unchanged: 0,
    merged: 0,
    twins: 0,
    held: 0,
    reported: 0,
    closed: 0,
    others: 0,
    bad: 0,
    facts: {},
    left: {},
  }
  const progress: Progress = { done: 0, total: 0 }
  const isNew = distinct()
  const problems = new Map<string, number>()
  // Printed once the first place is found: a file without any gets a single line.
  let waiting: Parameters<ImportWatch['bad']>[] = []
  let usable = done > 0
  let batch: PlaceRow[] = []
  let closed: ClosedPlace[] = []
  // One batch is written while the next is read.
  let writing: Promise<void> = Promise.resolve()

  function refuse(row: number, line: number, reason: string) {
    result.bad += 1
    const before = problems.get(reason) ?? 0
    problems.set(reason, before + 1)
    if (before >= maxPerReason) return
    if (usable) watch.bad(row, line, reason)
    else waiting.push([row, line, reason])
  }
  function use() {
    usable = true
    for (const badRow of waiting) watch.bad(...badRow)
    waiting = []
  }
  async function write(rows: typeof batch, gone: typeof closed, upTo: number) {
    const stored = await storePlaces(database, rows, gone, { file, rows: upTo }, dryRun)
    for (const key of ['added', 'changed', 'merged', 'twins', 'held', 'reported'] as const)
      result[key] += stored[key]
    for (const key of ['facts', 'left'] as const)
      for (const [fact, times] of Object.entries(stored[key]))
        result[key][fact as never] = ((result[key][fact as never] ?? 0) + times) as never
    const { added, changed, merged, twins, held } = stored
    result.unchanged += rows.length - added - changed - merged - twins - held
    watch.progress(result, progress)
  }
  async function flush() {
    await writing
    result.closed += closed.length
    writing = write(batch, closed, result.rows)
    // Awaited at the next turn; until then nobody else may call it unhandled.
    writing.catch(() => {})
    batch = []
    closed = []
  }

  let failure: unknown
  try {
    for await (const found of readPlaces(path, progress, reading)) {
      result.rows = found.row
      const told = 'place' in found ? found.place : 'closed' in found ? found.closed : null
      const again = told !== null && !isNew(told.placeId)
      if (found.row <= done) continue
      if ('reason' in found) refuse(found.row, found.line, found.reason)
      else if ('other' in found) result.others += 1
      else if (again) refuse(found.row, found.line, 'is in the file twice')
      else {
        use()
        if ('place' in found) batch.push(await rowOf(found.place, cities))
        else closed.push(found.closed)
      }
      if (batch.length + closed.length >= batchSize) await flush()
    }
  } catch (error) {
    failure = error
  }
  // What was read of a file that breaks off is kept.
  await flush()
  await writing
  for (const [reason, times] of usable ? problems : [])
    if (times > maxPerReason) watch.more(times - maxPerReason, reason)
  if (failure) throw failure
  if (!dryRun) await database.deleteFrom('place_imports').where('file', '=', file).execute()
  if (!usable) throw new Error(nothingIn(result, problems))
  // The planner knows the new rows at once, and the word index its last ones.
  if (result.added + result.changed > 0 && !dryRun)
    await sql`vacuum analyze restaurants`.execute(database)
  return result
}

/** The file and how it is read: under other options its rows are others, and none is done yet. */
async function fileKey(path: string, { all, source, licence, map }: Reading) {
  const { size, mtimeMs } = await stat(path)
  const options = JSON.stringify([all, source, licence, csvFields.map((field) => map?.[field])])
  return createHash('sha256')
    .update(`${resolve(path)} ${size} ${mtimeMs} ${options}`)
    .digest('hex')
}

/** Why a file is of no use, in one line. */
function nothingIn({ rows, others }: ImportResult, problems: Map<string, number>): string {
  if (rows === 0) return 'There are no places in this file.'
  const reasons = [...problems]
    .toSorted(([, a], [, b]) => b - a)
    .map(
      ([reason, times]) => `${times === rows ? 'each' : times.toLocaleString('en-US')} ${reason}`,
    )
  if (others > 0)
    reasons.push(
      `${others === rows ? 'none' : `${others.toLocaleString('en-US')} don’t`} ${others === rows ? 'says' : 'say'} that one can eat or drink there (if all are such places, say so: --all)`,
    )
  return `Nothing in this file can be used. Of its ${rows.toLocaleString('en-US')} rows ${reasons.join(', ')}.`
}
