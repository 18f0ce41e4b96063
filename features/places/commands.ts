import { parseArgs } from 'node:util'
import type { Command } from '#platform/server/command.ts'
import { gazetteer } from './gazetteer.server.ts'
import { importPlaces, type ImportResult } from './import.server.ts'
import { importProgress } from './import-progress.ts'

const count = (value: number) => value.toLocaleString('en-US')

const importCommand: Command = {
  name: 'import-places',
  summary: 'Take in restaurants from OpenStreetMap or Overture Maps',
  usage: `import-places <file> …

  <file>  Overture's Places as GeoJSON or Parquet; OpenStreetMap as Overpass JSON or GeoJSON;
          one document or a row per line; plain or gzipped. Its content says which it is.

Rows that can't be used are named with the reason and skipped. Importing a file again changes
nothing; an import that was cut off goes on where it was.`,
  async run(args, { database, settings }) {
    const { positionals } = parseArgs({ args, allowPositionals: true, options: {} })
    if (positionals.length === 0) {
      console.error('Name a file: npm run yolo -- import-places <file>')
      return 2
    }
    const cities = await gazetteer(settings.stateDir)
    for (const path of positionals) {
      const progress = importProgress(process.stdout)
      const start = performance.now()
      try {
        const result = await importPlaces(database, cities, path, {
          ...progress,
          goingOn: (row) =>
            progress.say(`Going on after row ${count(row)} of ${path}, where it was cut off.`),
          bad: (row, line, reason) =>
            progress.complain(`Row ${row} (line ${line}) ${reason}: skipped.`),
        })
        progress.say(
          `${path}: ${told(result)} ${((performance.now() - start) / 1000).toFixed(1)} s.`,
        )
      } catch (error) {
        progress.complain(`${path}: ${problem(error)}`)
        return 1
      }
    }
    return 0
  },
}

function told({ rows, added, changed, unchanged, twins, others, bad }: ImportResult) {
  const parts = [
    `${count(added)} new`,
    `${count(changed)} changed`,
    `${count(unchanged)} as they were`,
    ...(twins > 0 ? [`${count(twins)} here from another source`] : []),
    ...(others > 0 ? [`${count(others)} not for eating or drinking`] : []),
    ...(bad > 0 ? [`${count(bad)} bad`] : []),
  ]
  const nothing = added + changed === 0 ? 'Nothing changed. ' : ''
  return `${nothing}${count(rows)} rows: ${parts.join(', ')}.`
}

function problem(error: unknown) {
  const { code, message } = error as NodeJS.ErrnoException
  if (code === 'ENOENT') return 'there is no such file.'
  if (code === 'EISDIR') return 'that is a folder.'
  if (code === 'EACCES') return 'it may not be read.'
  return message
}

export const commands: Command[] = [importCommand]
