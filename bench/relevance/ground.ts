import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { loadGazetteer } from '../../features/places/gazetteer/gazetteer.server.ts'
import { importPlaces } from '../../features/places/import/import.server.ts'
import { learnSounds } from '../../features/places/words/sounds.server.ts'
import { createDatabase } from '../../platform/server/database/database.ts'
import { migrate } from '../../platform/server/database/migrate.ts'
import { startPostgres } from '../../platform/server/postgres/server.ts'
import { plant } from './planted.ts'

const files = [
  ['osm', 'places-world-2022.geojson.gz'],
  ['overture', 'places-us-3425.geojson.gz'],
]
const quiet = { bad() {}, more() {}, progress() {}, goingOn() {} }

/**
 * Opens a database with the shared data, imported as a site would do it, and with planted dishes and members. They are
 * created only once in this folder.
 */
export async function relevanceGround(folder: string, shared: string) {
  await mkdir(folder, { recursive: true })
  const server = await startPostgres({
    stateDir: folder,
    log: { info: () => {}, warn: console.warn },
  })
  const pool = new pg.Pool({ connectionString: server.url, max: 4 })
  // The server may stop before the last connection has closed.
  pool.on('connect', (client) => client.on('error', () => {}))
  const database = createDatabase(pool)
  await migrate(server.url)
  const { count } = await database
    .selectFrom('item_words')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  if (Number(count) === 0) {
    const cities = await loadGazetteer(folder)
    for (const path of files.map((parts) => join(shared, ...parts)))
      if (existsSync(path)) await importPlaces(database, cities, path, quiet)
    await plant(database, shared)
  }
  await learnSounds(database)
  return {
    database,
    url: server.url,
    async close() {
      await database.destroy()
      await server.stop()
    },
  }
}
