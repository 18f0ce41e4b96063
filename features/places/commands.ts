import { parseArgs } from 'node:util'
import type { Command } from '#platform/server/command.ts'
import { loadGazetteer } from './gazetteer/gazetteer.server.ts'
import { heldCommand } from './import/held-changes.server.ts'
import { importPlaces, type ImportResult } from './import/import.server.ts'
import { parseCsvColumnMap } from './import/sources/csv-rows.server.ts'
import type { ReadOptions } from './import/sources/source-place.ts'
import { importProgress } from './import/progress.ts'

const count = (value: number) => value.toLocaleString('en-US')

const importCommand: Command = {
  name: 'import-places',
  summary: 'Take in restaurants from OpenStreetMap, Overture Maps or a CSV',
  usage: `import-places [options] <file> …

  <file>  Overture's Places as GeoJSON or Parquet; OpenStreetMap as PBF, XML, Overpass JSON or GeoJSON;
          one document or a row per line; plain or gzipped (PBF is so itself). Its content says which it is.
  --all               all of it is places to eat or drink; else only what says so is taken
  --source <name>     who made it, where it isn't OpenStreetMap or Overture
  --licence <name>    its licence then
  --map <columns>     it is a CSV with these columns, and all of it is places to eat or drink:
                      name=Name,latitude=Lat,longitude=Lng and any of address, number, street, city,
                      state, postcode, country, phone, website, hours, cuisine, english,
                      id (its own, if it has some)
  --dry-run           say what would happen, and change nothing

Rows that can't be used are named with the reason and skipped. Importing a file again changes
nothing; an import that was cut off goes on where it was. What a file leaves out stays as it is, the newer of two
dated facts wins, and what members set right stays. A change that moves a restaurant more than 500 m
or gives it quite another name is held: 'held-changes' lists those. What another source has told of (the same
name, phone or website near the same spot) is merged into that one: 'undo-merge' takes them apart. What
is closed at its source is reported in the admins' queue, never deleted.`,
  mayBegin: (args) => !args.includes('--dry-run'),
  async run(args, { database, settings }) {
    const { positionals, values } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        all: { type: 'boolean' },
        source: { type: 'string' },
        licence: { type: 'string' },
        map: { type: 'string', multiple: true },
        'dry-run': { type: 'boolean' },
      },
    })
    if (positionals.length === 0) {
      console.error('Name a file: npm run yolo -- import-places <file>')
      return 2
    }
    const map = values.map && parseCsvColumnMap(values.map)
    if (typeof map === 'string') {
      console.error(map)
      return 2
    }
    const { source, licence, all: allAreRestaurants, 'dry-run': dryRun } = values
    const reading: ReadOptions = { source, licence, allAreRestaurants, map }
    const cities = await loadGazetteer(settings.stateDir)
    for (const path of positionals) {
      const progress = importProgress(process.stdout)
      const start = performance.now()
      try {
        const watch = {
          ...progress,
          goingOn: (row: number) =>
            progress.say(`Going on after row ${count(row)} of ${path}, where it was cut off.`),
          bad: (row: number, line: number, reason: string) =>
            progress.complain(`Row ${row} (line ${line}) ${reason}: skipped.`),
          more: (rows: number, reason: string) =>
            progress.complain(`${count(rows)} rows more: each ${reason}.`),
        }
        const result = await importPlaces(database, cities, path, watch, {
          ...reading,
          dryRun,
        })
        const would = dryRun ? 'Nothing was written; it would be: ' : ''
        progress.say(
          `${path}: ${would}${summaryOf(result)} ${((performance.now() - start) / 1000).toFixed(1)} s.`,
        )
      } catch (error) {
        progress.complain(`${path}: ${problem(error)}`)
        return 1
      }
    }
    return 0
  },
}

function summaryOf(result: ImportResult) {
  const { rows, added, changed, merged, closed, reported } = result
  const isAlwaysSaid = new Set(['new', 'changed', 'as they were'])
  const counts: [number, string][] = [
    [added, 'new'],
    [changed, 'changed'],
    [result.unchanged, 'as they were'],
    [merged, 'known from another source and merged into that (npm run yolo -- undo-merge)'],
    [result.twins, 'here already under another id'],
    [result.held, 'held for a look (npm run yolo -- held-changes)'],
    [closed, `closed for good, ${count(reported)} of them reported (/admin/queue)`],
    [result.others, 'not for eating or drinking'],
    [result.bad, 'bad'],
  ]
  const parts = counts
    .filter(([times, what]) => times > 0 || isAlwaysSaid.has(what))
    .map(([times, what]) => `${count(times)} ${what}`)
  const facts = (some: ImportResult['facts']) =>
    Object.entries(some)
      .map(([fact, times]) => `${fact} ${count(times)}`)
      .join(', ')
  const nothing = added + changed + merged === 0 ? 'Nothing changed. ' : ''
  const changes = changed > 0 ? ` Changed: ${facts(result.facts)}.` : ''
  const left = facts(result.left)
  const kept = left ? ` Left as it was, being newer, fuller or set right here: ${left}.` : ''
  return `${nothing}${count(rows)} rows: ${parts.join(', ')}.${changes}${kept}`
}

function problem(error: unknown) {
  const { code, message } = error as NodeJS.ErrnoException
  if (code === 'ENOENT') return 'there is no such file.'
  if (code === 'EISDIR') return 'that is a folder.'
  if (code === 'EACCES') return 'it may not be read.'
  return message
}

export const commands: Command[] = [importCommand, heldCommand]
