import { parseArgs } from 'node:util'
import type { Command } from '#platform/server/command.ts'
import { type ImportCounts, importPlaces } from './import/import.server.ts'
import type { Progress } from './import/read.server.ts'
import { parseColumnMap } from './import/table.ts'
import { locatorOfMany } from './location.server.ts'

const count = (value: number) => value.toLocaleString('en-US')

const importCommand: Command = {
  name: 'import-places',
  summary: 'Import restaurants from OpenStreetMap, Overture Maps or a CSV',
  usage: `import-places [options] <file> …

  <file>  GeoJSON or GeoJSON lines (plain or gzipped) of OpenStreetMap or Overture Maps, Overture's
          Parquet, or a CSV. Its content says which it is.
  --all               every row is a place to eat or drink; otherwise only rows that say so are imported
  --accept            also store changes that move a restaurant more than 500 m or rename it entirely
  --source <name>     who made it, where it isn't OpenStreetMap or Overture
  --licence <name>    its licence then
  --map <columns>     the columns of a CSV whose names don't tell: name=Name,latitude=Lat,longitude=Lng and
                      any of address, number, street, city, state, postcode, country, phone, website,
                      hours, cuisine, english, id
  --encoding <label>  the encoding of a text file that isn't UTF-8, such as windows-1252
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
        map: { type: 'string', multiple: true },
        encoding: { type: 'string' },
        'dry-run': { type: 'boolean' },
      },
    })
    const map = values.map && parseColumnMap(values.map)
    const problem =
      positionals.length === 0 ? 'Name a file: npm run yolo -- import-places <file>' : map
    if (typeof problem === 'string') {
      console.error(problem)
      return 2
    }
    const { all, accept, 'dry-run': dryRun, source, licence, encoding } = values
    const reading = { allAreRestaurants: all, accept, dryRun, source, licence, encoding }
    const locate = await locatorOfMany(database)
    for (const path of positionals) {
      const lines = importProgress(process.stdout, process.stderr)
      const refusedFile = `${path}.refused.jsonl`
      const options = { ...reading, map: map as Record<string, string> | undefined, refusedFile }
      try {
        const counts = await importPlaces(database, locate, path, options, lines)
        lines.end()
        const would = dryRun ? 'Nothing was written; it would be: ' : ''
        console.log(`${path}: ${would}${summaryOf(counts)}`)
        if (counts.bad + counts.skipped > 0) console.log(`The refused rows are in ${refusedFile}.`)
      } catch (error) {
        lines.end()
        console.error(`${path}: ${problemOf(error)}`)
        return 1
      }
    }
    return 0
  },
}

function summaryOf({ rows, added, changed, unchanged, ...rest }: ImportCounts) {
  const optional: [number, string][] = [
    [rest.closed, 'closed at their source and hidden'],
    [rest.others, 'not for eating or drinking'],
    [rest.skipped, 'skipped because they would change a restaurant greatly (--accept)'],
    [rest.bad, 'refused'],
  ]
  const parts = [
    `${count(added)} new`,
    `${count(changed)} changed`,
    `${count(unchanged)} unchanged`,
    ...optional.filter(([times]) => times > 0).map(([times, what]) => `${count(times)} ${what}`),
  ]
  return `${count(rows)} rows: ${parts.join(', ')}.`
}

function problemOf(error: unknown) {
  const { code, message } = error as NodeJS.ErrnoException
  if (code === 'ENOENT') return 'there is no such file.'
  if (code === 'EISDIR') return 'that is a folder.'
  if (code === 'EACCES') return 'it may not be read.'
  return message
}

type Out = { isTTY?: boolean; write(text: string): unknown }

/** Milliseconds between two lines of progress if the output isn't a terminal. */
const pause = 5000
/** Maximum number of refused rows that are printed per reason. */
const mostPrinted = 20

/** Prints an import's progress with its rate and the time left, and the first refused rows of each reason. */
export function importProgress(out: Out, errors: Out, now = () => performance.now()) {
  const start = now()
  let last = start
  let isShown = false
  const printed = new Map<string, number>()
  const clear = () => {
    if (isShown) out.write('\r\u001b[2K')
    isShown = false
  }
  return {
    end: clear,
    refused(line: number, reason: string) {
      const kind = reason.replaceAll(/'[^']*'|[\d.]+/g, '')
      const times = (printed.get(kind) ?? 0) + 1
      printed.set(kind, times)
      if (times > mostPrinted) return
      clear()
      const more = times === mostPrinted ? ' More of these are only in the file.' : ''
      errors.write(`Line ${line} ${reason}: skipped.${more}\n`)
    },
    progress({ rows }: ImportCounts, { done, total }: Progress) {
      if (now() - last < (out.isTTY ? 200 : pause)) return
      last = now()
      const seconds = (last - start) / 1000
      const share = total > 0 ? Math.min(1, done / total) : 0
      const left = share > 0 ? `, ${Math.ceil((seconds / share) * (1 - share))} s left` : ''
      const text = `${Math.floor(share * 100)} %, ${count(rows)} rows, ${count(Math.round(rows / seconds))} a second${left}`
      out.write(out.isTTY ? `\r\u001b[2K${text}` : `${text}\n`)
      isShown = out.isTTY === true
    },
  }
}

export const commands: Command[] = [importCommand]
