import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import pg from 'pg'
import { connectionTo } from './database.ts'
import { applyDeclarations, readDeclarations } from './declarations.ts'

const folder = new URL('../../../migrations/', import.meta.url)

/**
 * Thrown if the database can't be reached or a statement fails that the start needs. The message is for the operator.
 * Another start may succeed.
 */
export class DatabaseStartError extends Error {
  readonly exitCode: number = 1
}

/** Thrown if the database can't be used as it is. The message tells the operator what to do. */
export class DatabaseRefusedError extends DatabaseStartError {
  // Tells the unit in `ops/` that a restart wouldn't help.
  override readonly exitCode = 2
}

/** Thrown where a command that needs a site finds none, rather than creating an empty one. */
export class NoSite extends DatabaseRefusedError {
  constructor(stateDir: string | undefined) {
    super(
      `There is no site in ${stateDir ?? 'the database of DATABASE_URL'}. Set STATE_DIR and DATABASE_URL as the service has them.`,
    )
    this.name = 'NoSite'
  }
}

export type Migration = { name: string; text: string; checksum: string }

export const migrationLock = 926171
const createTableSql =
  'create table if not exists migrations (name text primary key, checksum text not null, ran_at timestamptz not null default now())'
/** The row of `migrations` with the checksum of the functions, views and triggers. */
const declarationsRow = 'functions, views and triggers'

/** Returns the migrations in the order in which they run. */
export async function readMigrations(): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(new URL(name, folder), 'utf8')
      // Comments are left out of the checksum, so that they can be improved after a migration has run.
      const statements = text.replaceAll(/^\s*--.*\n/gm, '')
      return { name, text, checksum: createHash('sha256').update(statements).digest('hex') }
    }),
  )
}

/**
 * Brings a database up to date: runs each missing migration in its own transaction, then replaces functions, views and
 * triggers if their files have changed. A lock makes processes that start together wait for each other. Returns the
 * names of the migrations that ran. `stateDir` is the folder of an embedded database, which error messages name. Unless
 * `mayBegin`, a new database is refused.
 */
export async function migrate(url: string, stateDir?: string, mayBegin = true): Promise<string[]> {
  const client = new pg.Client(connectionTo(url))
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query(`select pg_advisory_lock(${migrationLock})`)
    await client.query(`set lock_timeout = '20s'`)
    return await bringUpToDate(client, stateDir, mayBegin)
  } catch (error) {
    if (error instanceof DatabaseStartError) throw error
    // The error of an address with several machines has no message, only a code.
    const { message, code } = error as Error & { code?: string }
    const reason = `${nameOf(stateDir)} can’t be used: ${message || code}.`
    throw new DatabaseStartError(reason, { cause: error })
  } finally {
    await client.end()
  }
}

async function bringUpToDate(client: pg.Client, stateDir: string | undefined, mayBegin: boolean) {
  const migrations = await readMigrations()
  const ran = await migrationsIn(client)
  if (!mayBegin && ran.size === 0) throw new NoSite(stateDir)
  refuseOthers(ran, migrations, stateDir)
  if (ran.size === 0) await refuseUnfit(client)
  const missing = migrations.filter(({ name }) => !ran.has(name))
  for (const { name, text, checksum } of missing)
    await inTransaction(client, name, async () => {
      await client.query(createTableSql)
      await client.query(text)
      await client.query('insert into migrations (name, checksum) values ($1, $2)', [
        name,
        checksum,
      ])
    })
  const declarations = await readDeclarations()
  if (missing.length > 0 || ran.get(declarationsRow) !== declarations.checksum)
    await inTransaction(client, declarationsRow, async () => {
      await applyDeclarations(client, declarations, functionsOf(migrations))
      await client.query(
        `insert into migrations (name, checksum) values ($1, $2)
         on conflict (name) do update set checksum = excluded.checksum, ran_at = now()`,
        [declarationsRow, declarations.checksum],
      )
    })
  return missing.map(({ name }) => name)
}

async function inTransaction(client: pg.Client, name: string, work: () => Promise<void>) {
  await client.query('begin')
  try {
    await work()
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    const reason = `The migration ${name} failed: ${(error as Error).message}`
    throw new DatabaseStartError(reason, { cause: error })
  }
}

/** Returns the checksums of the migrations that have run, by name. */
async function migrationsIn(client: pg.Client): Promise<Map<string, string>> {
  const { rows: tables } = await client.query(`select where to_regclass('migrations') is not null`)
  if (tables.length === 0) return new Map()
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from migrations',
  )
  return new Map(rows.map(({ name, checksum }) => [name, checksum]))
}

/** Throws if other migrations have run in the database than these. */
function refuseOthers(
  ran: Map<string, string>,
  migrations: Migration[],
  stateDir: string | undefined,
): void {
  const checksums = new Map(migrations.map(({ name, checksum }) => [name, checksum]))
  const isOther = [...ran].some(
    ([name, checksum]) => name !== declarationsRow && checksums.get(name) !== checksum,
  )
  if (!isOther) return
  const again = stateDir
    ? `stop Yolo, delete the folder ${stateDir} with everything in it, and start Yolo again`
    : 'stop Yolo, set DATABASE_URL to an empty database, and start Yolo again'
  throw new DatabaseRefusedError(
    `${nameOf(stateDir)} was made by another version of Yolo. Nothing in it was changed.\n` +
      `Start the version that made it, or start over: ${again}.`,
  )
}

/** Throws if a new database has an encoding or locale that would compare and lower-case text wrongly. */
async function refuseUnfit(client: pg.Client): Promise<void> {
  const { rows } = await client.query(
    `select where current_setting('server_encoding') = 'UTF8' and lower('ÉТ') = 'éт' and 'т信' ~ '^[[:alnum:]]+$'`,
  )
  if (rows.length > 0) return
  throw new DatabaseRefusedError(
    'The database of DATABASE_URL can’t be used: its encoding isn’t UTF8, or its locale knows no letters but a to z.\n' +
      "Create one with: create database … template template0 encoding 'UTF8' locale 'C.UTF-8'",
  )
}

const nameOf = (stateDir: string | undefined) =>
  stateDir ? `The database in ${stateDir}` : 'The database of DATABASE_URL'

const functionsOf = (migrations: Migration[]) =>
  migrations.flatMap(({ text }) =>
    [...text.matchAll(/^create (?:or replace )?function (\w+)/gm)].map(([, name]) => name!),
  )
