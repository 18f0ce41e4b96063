import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { hasCode } from './errno.ts'
import { applyRepeatable, repeatableChanged, repeatableTable } from './repeatable.ts'

const folder = new URL('../../migrations/', import.meta.url)

/** A database that can't be used as it is; the text tells what to do. */
export class DatabaseRefused extends Error {}

/** An empty database that would compare and fold text wrongly. */
class UnfitDatabase extends DatabaseRefused {
  constructor(why: string) {
    super(
      `The database of DATABASE_URL can’t be used: ${why}. Nothing in it was changed.\n` +
        "Create one with: create database … template template0 encoding 'UTF8' locale 'C.UTF-8'",
    )
    this.name = 'UnfitDatabase'
  }
}

/** The database holds tables that other migrations made: neither can it be brought up to date, nor used as it is. */
class OtherMigrations extends DatabaseRefused {
  constructor(found: string, stateDir: string | undefined) {
    const [database, over] = stateDir
      ? [
          `in ${stateDir}`,
          `stop Yolo, delete the folder ${stateDir} with everything in it, and start Yolo again`,
        ]
      : [
          'of DATABASE_URL',
          'stop Yolo, set DATABASE_URL to an empty database, and start Yolo again',
        ]
    super(
      `The database ${database} was made by another version of Yolo: ${found}. Nothing in it was changed.\n` +
        `Start the version that made it, or start over: ${over}.`,
    )
    this.name = 'OtherMigrations'
  }
}

export type Migration = { name: string; text: string; checksum: string }

/** What versions before 1.0.0 began with; their migrations were then put together again. */
export const beforeFirst = '0001-members.sql'

export const migrationLock = 926171
export const migrationsTable =
  'create table if not exists migrations (name text primary key, checksum text not null, ran_at timestamptz not null default now())'

/** The files of migrations/, in the order in which they run. */
export async function readMigrations(): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(new URL(name, folder), 'utf8')
      return { name, text, checksum: createHash('sha256').update(text).digest('hex') }
    }),
  )
}

/**
 * Brings a database up to date: every migration once, in order, each in a transaction of its own, so that
 * one cut off leaves nothing behind; then functions, views and triggers, where they differ from what the files
 * declare. Processes starting together wait for each other. Returns the names of what ran or was put in place. `stateDir` is where the database is, if it is ours: a refusal names it.
 */
export async function migrate(url: string, stateDir?: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query(`select pg_advisory_lock(${migrationLock})`)
    await refuseUnfit(client)
    await client.query(`${migrationsTable}; ${repeatableTable}`)
    const { rows } = await client.query<{ name: string; checksum: string }>(
      'select name, checksum from migrations order by name',
    )
    const migrations = await readMigrations()
    if (rows.some(({ name }) => name === beforeFirst))
      throw new OtherMigrations('one before 1.0.0, whose data no later one reads', stateDir)
    for (const { name, checksum } of rows) {
      const same = migrations.find((migration) => migration.name === name)
      if (!same) throw new OtherMigrations(`this one has no ${name}`, stateDir)
      if (same.checksum !== checksum)
        throw new OtherMigrations(`its ${name} isn’t this one’s`, stateDir)
    }
    const ran = new Set(rows.map(({ name }) => name))
    const missing = migrations.filter(({ name }) => !ran.has(name))
    for (const migration of missing) await run(client, migration)
    // A migration may have dropped what stood in its way.
    const differs = missing.length > 0 || (await repeatableChanged(client))
    const changed = differs ? await putInPlace(client) : []
    return [...missing.map(({ name }) => name), ...changed]
  } finally {
    await client.end()
  }
}

/** One that is in use stays so: to be told at an update that it has to be made again would help nobody. */
async function refuseUnfit(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ encoding: string; used: boolean }>(
    `select current_setting('server_encoding') as encoding, to_regclass('migrations') is not null as used`,
  )
  const { encoding, used } = rows[0]!
  if (used) return
  if (encoding !== 'UTF8') throw new UnfitDatabase(`its encoding is ${encoding}, not UTF8`)
  const { rows: letters } = await client.query(
    `select 1 where lower('ÉТ') = 'éт' and 'т信' ~ '^[[:alnum:]]+$'`,
  )
  if (letters.length === 0)
    throw new UnfitDatabase('its locale knows no letters but a to z, as “C” does')
}

/** Runs one in the transaction that is open. */
export async function apply(client: pg.Client, { name, text, checksum }: Migration): Promise<void> {
  await client.query(text)
  await client.query('insert into migrations (name, checksum) values ($1, $2)', [name, checksum])
}

async function run(client: pg.Client, migration: Migration): Promise<void> {
  await client.query('begin')
  try {
    await apply(client, migration)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw new Error(`The migration ${migration.name} failed: ${(error as Error).message}`, {
      cause: error,
    })
  }
}

/** A trigger waits for all who write its table, and all who want to write it wait for it: never long. */
const lockTimeout = '500ms'
const lastAttempt = 60

async function putInPlace(client: pg.Client): Promise<string[]> {
  for (let attempt = 1; ; attempt++) {
    await client.query('begin')
    try {
      await client.query(`set local lock_timeout = '${lockTimeout}'`)
      const changed = await applyRepeatable(client)
      await client.query('commit')
      return changed
    } catch (error) {
      await client.query('rollback')
      // Another transaction has a table, or the two waited for each other.
      const isBusy = hasCode(error, '55P03') || hasCode(error, '40P01')
      if (!isBusy || attempt === lastAttempt)
        throw new Error(
          `Functions and triggers can’t be put in place: ${(error as Error).message}`,
          {
            cause: error,
          },
        )
      await wait(100 + Math.random() * 900)
    }
  }
}
