import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { loadCities } from '#features/places/cities/load.server.ts'
import { createJobs } from '#platform/server/jobs/jobs.ts'
import { openLog } from '#platform/server/log.ts'
import { migrate } from '#platform/server/database/migrate.ts'

const named = (url: string, name: string) => {
  const one = new URL(url)
  one.pathname = `/${name}`
  return one.href
}

async function asOwner<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

async function prepare(url: string) {
  await migrate(url)
  await loadCities(url)
  const runner = createJobs(url, openLog('fatal'))
  await runner.start([])
  await runner.stop()
}

/**
 * Creates a separate database as a copy of a template, which the first test file creates. A lock lets only one file at
 * a time do so, because nothing else may be connected to the template while it is copied.
 */
export async function copyDatabase(serverUrl: string) {
  const name = `test_${randomBytes(6).toString('hex')}`
  await asOwner(serverUrl, async (client) => {
    await client.query('select pg_advisory_lock(4711)')
    const found = await client.query("select 1 from pg_database where datname = 'yolo_template'")
    if (found.rowCount === 0) {
      // It exists if another file's attempt failed.
      await client.query('drop database if exists yolo_preparing with (force)')
      await client.query('create database yolo_preparing')
      await prepare(named(serverUrl, 'yolo_preparing'))
      await client.query('alter database yolo_preparing rename to yolo_template')
    }
    // Copying the template's files is more than twice as fast as the default, which copies block by block through the
    // write-ahead log.
    await client.query(`create database ${name} template yolo_template strategy file_copy`)
  })
  return {
    url: named(serverUrl, name),
    drop: () =>
      asOwner(serverUrl, (client) => client.query(`drop database if exists ${name} with (force)`)),
  }
}
