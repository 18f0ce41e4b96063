import { parseArgs } from 'node:util'
import type { Command } from '#platform/server/feature.ts'

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
    // Not with the site, which never imports: its parsers take 20 MB of memory.
    const { importPlaces } = await import('./import/import.server.ts')
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

export const commands: Command[] = [importCommand]
