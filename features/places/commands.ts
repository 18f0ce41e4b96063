import { parseArgs } from 'node:util'
import type { Command } from '#platform/server/command.ts'
import { type ImportCounts, importPlaces } from './import/import.server.ts'
import type { Progress } from './import/read.server.ts'
import { locatorOfMany } from './location.server.ts'

const count = (value: number) => value.toLocaleString('en-US')

const importCommand: Command = {
  name: 'import-places',
  summary: 'Import restaurants from OpenStreetMap, Overture Maps or a CSV',
  usage: `import-places [options] <file> …

  <file>  GeoJSON or GeoJSON lines (plain or gzipped) of OpenStreetMap or Overture Maps, Overture's
          Parquet, or a CSV with columns name, latitude, longitude and any of address, number, street,
          city, state, postcode, country, phone, website, hours, cuisine, english name, id
  --all               every row is a place to eat or drink; otherwise only rows that say so are imported
  --accept            also store changes that move a restaurant more than 500 m or rename it entirely
  --source <name>     who made it, where it isn't OpenStreetMap or Overture
  --licence <name>    its licence then
  --dry-run           say what would happen, and change nothing

Rows that can't be used are named by line and written to <file>.refused.jsonl. Importing a file again changes
nothing. What a file leaves out stays as it is, and so does what was corrected here.
OpenStreetMap's PBF: osmium tags-filter and osmium export -f geojsonseq. Other formats: ogr2ogr -f GeoJSONSeq.`,
  mayBegin: (args) => !args.includes('--dry-run'),
  async run(args, { database }) {
    const { positionals, values } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        all: { type: 'boolean' },
        accept: { type: 'boolean' },
        source: { type: 'string' },
        licence: { type: 'string' },
        'dry-run': { type: 'boolean' },
      },
    })
    if (positionals.length === 0) {
      console.error('Name a file: npm run yolo -- import-places <file>')
      return 2
    }
    const { all: allAreRestaurants, 'dry-run': dryRun, ...more } = values
    const locate = locatorOfMany(database)
    for (const path of positionals) {
      const lines = importProgress(process.stdout, process.stderr)
      const refusedFile = `${path}.refused.jsonl`
      const options = { ...more, allAreRestaurants, dryRun, refusedFile }
      try {
        const counts = await importPlaces(database, locate, path, options, lines)
        const would = dryRun ? 'Nothing was written; it would be: ' : ''
        console.log(`${path}: ${would}${summaryOf(counts)}`)
        if (counts.bad + counts.skipped > 0) console.log(`The refused rows are in ${refusedFile}.`)
      } catch (error) {
        console.error(`${path}: ${(error as Error).message}`)
        return 1
      }
    }
    return 0
  },
}

function summaryOf({ rows, added, changed, unchanged, ...rest }: ImportCounts) {
  const parts: [number, string][] = [
    [added, 'new'],
    [changed, 'changed'],
    [unchanged, 'unchanged'],
    [rest.closed, 'closed at their source and hidden'],
    [rest.others, 'not for eating or drinking'],
    [rest.skipped, 'skipped because they would change a restaurant greatly (--accept)'],
    [rest.bad, 'refused'],
  ]
  const texts = parts
    .filter(([times], index) => index < 3 || times > 0)
    .map(([times, what]) => `${count(times)} ${what}`)
  return `${count(rows)} rows: ${texts.join(', ')}.`
}

type Out = { write(text: string): unknown }

/** Milliseconds between two lines of progress. */
const pause = 5000
/** Maximum number of refused rows that are printed. */
const maxPrinted = 100

/** Prints an import's progress with its rate and the time left, and the first refused rows. */
export function importProgress(out: Out, errors: Out, now = () => performance.now()) {
  const start = now()
  let last = start
  let refused = 0
  return {
    refused(line: number, reason: string) {
      if ((refused += 1) <= maxPrinted) errors.write(`Line ${line} ${reason}: skipped.\n`)
    },
    progress({ rows }: ImportCounts, { done, total }: Progress) {
      if (now() - last < pause) return
      last = now()
      const seconds = (last - start) / 1000
      const share = Math.min(1, done / total)
      const left = Math.ceil((seconds / share) * (1 - share))
      const rate = count(Math.round(rows / seconds))
      out.write(
        `${Math.floor(share * 100)} %, ${count(rows)} rows, ${rate} a second, ${left} s left\n`,
      )
    },
  }
}

export const commands: Command[] = [importCommand]
