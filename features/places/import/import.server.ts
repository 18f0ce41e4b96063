import { appendFileSync, rmSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { rebuildVocabulary } from '#domain/search-vocabulary.ts'
import { countWithNoun } from '#platform/text/plural.ts'
import type { Command } from '#platform/server/feature.ts'
import type { Database } from '#platform/server/services.ts'
import { locator } from '../cities/cities.server.ts'
import type { Progress } from './read.server.ts'
import type { ReadOptions } from './sources.ts'
import { type BatchRow, storeBatch } from './store.server.ts'

/** What may become of a row, in the words of the summary. */
const outcomes = {
  added: 'new',
  changed: 'changed',
  unchanged: 'unchanged',
  closed: 'closed at their source and hidden',
  others: 'not for eating or drinking',
  skipped: 'skipped because they would change a restaurant greatly (--accept)',
  bad: 'refused',
}
type Counts = Record<'rows' | keyof typeof outcomes, number>

export type ImportOptions = ReadOptions & {
  dryRun?: boolean | undefined
  /** Stores great changes, too. */
  accept?: boolean | undefined
}
/** Where progress, refused rows and the summary are printed. */
type Print = { log(text: string): void; error(text: string): void }

const batchSize = 1000
/** Maximum number of refused rows that are printed. */
const maxPrinted = 100

/**
 * Imports every place of a file in batches, each in one transaction. Importing a file again changes nothing, so that an
 * interrupted import is simply run again. Refused rows are printed and written to a file, each as a line of JSON.
 */
export async function importPlaces(
  database: Database,
  path: string,
  { dryRun = false, accept = false, ...options }: ImportOptions,
  print: Print = console,
): Promise<Counts> {
  const counts = Object.fromEntries(
    ['rows', ...Object.keys(outcomes)].map((key) => [key, 0]),
  ) as Counts
  // Not with the site, which never imports: the parsers take 20 MB of memory.
  const { readPlaces } = await import('./read.server.ts')
  const progress: Progress = { done: 0, total: 0 }
  const printProgress = progressPrinter(print)
  const locate = locator(database, { forMany: true })
  const refusedFile = `${path}.refused.jsonl`
  rmSync(refusedFile, { force: true })
  const refuse = (line: number, reason: string, row: unknown) => {
    if (counts.bad + counts.skipped <= maxPrinted) print.error(`Line ${line} ${reason}: skipped.`)
    appendFileSync(refusedFile, `${JSON.stringify({ line, reason, row }, withoutBigInt)}\n`)
  }
  let batch = new Map<string, BatchRow>()
  let closedIds: string[] = []
  async function store(rows: typeof batch, closed: string[]) {
    const stored = await storeBatch(database, [...rows.values()], closed, { accept, dryRun })
    counts.added += stored.added
    counts.changed += stored.changed
    counts.closed += stored.closed
    counts.skipped += stored.skipped.size
    counts.unchanged += rows.size - stored.added - stored.changed - stored.skipped.size
    for (const [placeId, reason] of stored.skipped) {
      const { line, raw } = rows.get(placeId)!
      refuse(line, reason, raw)
    }
    printProgress(counts.rows, progress)
  }
  // A batch is stored while the next one is read. If that fails, the next flush throws.
  let storing = Promise.resolve()
  async function flush() {
    await storing
    storing = store(batch, closedIds)
    storing.catch(() => {})
    batch = new Map()
    closedIds = []
  }
  try {
    for await (const { line, raw, place, reason } of readPlaces(path, progress, options)) {
      counts.rows += 1
      // Lets the statements of the last batch go on.
      if (counts.rows % 50 === 0) await setImmediate()
      if (reason) {
        counts.bad += 1
        refuse(line, reason, raw)
      } else if (!place) counts.others += 1
      else if ('closedId' in place) closedIds.push(place.closedId)
      else {
        const where = await locate(place)
        const address = place.address(where.city_label.slice(-2))
        batch.set(place.place_id, { line, raw, row: { ...place, ...where, address } })
      }
      if (batch.size + closedIds.length >= batchSize) await flush()
    }
  } finally {
    // Even if the file breaks off, what was read is stored.
    await flush()
    await storing
  }
  if (counts.rows === counts.bad + counts.others)
    throw new Error(
      `Nothing in this file can be used: ${counts.bad} rows are refused, and ${counts.others} don’t say that one can eat or drink there (if all are such places, say so: --all).`,
    )
  if (counts.added + counts.changed > 0 && !dryRun) {
    // Lets the query planner and the search know the new rows at once.
    await sql`vacuum analyze restaurants`.execute(database)
    await rebuildVocabulary(database)
  }
  const would = dryRun ? 'Nothing was written; it would be: ' : ''
  print.log(`${path}: ${would}${summaryOf(counts)}`)
  if (counts.bad + counts.skipped > 0) print.log(`The refused rows are in ${refusedFile}.`)
  return counts
}

const withoutBigInt = (_: string, value: unknown) =>
  typeof value === 'bigint' ? String(value) : value

const formatCount = (value: number) => value.toLocaleString('en-US')

function summaryOf(counts: Counts): string {
  const texts = Object.entries(outcomes)
    .map(([key, words]) => ({ times: counts[key as keyof Counts], words }))
    .filter(({ times }, index) => index < 3 || times > 0)
    .map(({ times, words }) => `${formatCount(times)} ${words}`)
  return `${countWithNoun(counts.rows, 'row')}: ${texts.join(', ')}.`
}

/** Milliseconds between two lines of progress. */
const pause = 5000

/** Returns a function that prints the progress now and then. */
function progressPrinter(print: Print) {
  const start = performance.now()
  let last = start
  return (rows: number, { done, total }: Progress) => {
    if (performance.now() - last < pause) return
    last = performance.now()
    print.log(progressText(rows, done / total, (last - start) / 1000))
  }
}

/** Returns what share of a file is imported after some seconds, how many rows a second, and the time left. */
export function progressText(rows: number, share: number, seconds: number): string {
  const rate = formatCount(Math.round(rows / seconds))
  const left = Math.ceil((seconds / share) * (1 - share))
  return `${Math.floor(share * 100)} %, ${formatCount(rows)} rows, ${rate} a second, ${left} s left`
}

export const importCommand: Command = {
  name: 'import-places',
  summary: 'Import restaurants from OpenStreetMap, Overture Maps or a CSV',
  usage: `import-places [options] <file> …

  <file>  GeoJSON or GeoJSON lines (plain or .gz) of OpenStreetMap or Overture Maps, Overture's
          Parquet, or a CSV with columns name, latitude, longitude and any of address, number, street,
          city, state, postcode, country, phone, website, hours, cuisine, english name, id
  --all               every row is a place to eat or drink; otherwise only rows that say so are imported
  --accept            also store changes that move a restaurant more than 500 m or rename it entirely
  --source <name>     who made it, where it isn't OpenStreetMap or Overture
  --license <name>    its license then
  --dry-run           say what would happen, and change nothing

Rows that can't be used are named by line and written to <file>.refused.jsonl. Importing a file again changes
nothing. What a file leaves out stays as it is, and so does what was corrected here.
OpenStreetMap's PBF: osmium export -u type_id -f geojsonseq. Other formats: ogr2ogr -f GeoJSONSeq.`,
  mayBegin: (args) => !args.includes('--dry-run'),
  async run(args, { database }) {
    const { positionals, values } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        all: { type: 'boolean' },
        accept: { type: 'boolean' },
        source: { type: 'string' },
        license: { type: 'string' },
        'dry-run': { type: 'boolean' },
      },
    })
    if (positionals.length === 0) {
      console.error('Name a file: import-places <file>')
      return 2
    }
    const { all: allAreRestaurants, 'dry-run': dryRun, ...more } = values
    for (const path of positionals)
      try {
        await importPlaces(database, path, { ...more, allAreRestaurants, dryRun })
      } catch (error) {
        console.error(`${path}: ${(error as Error).message}`)
        return 1
      }
    return 0
  },
}
