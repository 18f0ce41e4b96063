import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { hasErrnoCode } from '../errno.ts'
import { connectionTo } from './database.ts'
import {
  applyRepeatableMigrations,
  repeatableMigrationsChanged,
  createRepeatableTableSql,
} from './repeatable.ts'

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

/**
 * Thrown for an empty database whose encoding or locale would compare and lower-case text wrongly, and for one in which
 * something else has tables of our names.
 */
class UnfitDatabase extends DatabaseRefusedError {
  constructor(why: string) {
    super(
      `The database of DATABASE_URL can’t be used: ${why}. Nothing in it was changed.\n` +
        "Create one with: create database … template template0 encoding 'UTF8' locale 'C.UTF-8'",
    )
    this.name = 'UnfitDatabase'
  }
}

/** Thrown where a command that needs a site finds none, rather than an empty one being made for it. */
export class NoSite extends DatabaseRefusedError {
  constructor(stateDir: string | undefined) {
    super(
      `There is no site in ${stateDir ?? 'the database of DATABASE_URL'}. Set STATE_DIR and DATABASE_URL as the service has them.`,
    )
    this.name = 'NoSite'
  }
}

/** Thrown for a database created by other migrations, which can neither be used nor brought up to date. */
class OtherMigrations extends DatabaseRefusedError {
  constructor(found: string, stateDir: string | undefined) {
    const over = stateDir
      ? `stop Yolo, delete the folder ${stateDir} with everything in it, and start Yolo again`
      : 'stop Yolo, set DATABASE_URL to an empty database, and start Yolo again'
    super(
      `${nameOf(stateDir)} was made by another version of Yolo: ${found}. Nothing in it was changed.\n` +
        `Start the version that made it, or start over: ${over}.`,
    )
    this.name = 'OtherMigrations'
  }
}

const nameOf = (stateDir: string | undefined) =>
  stateDir ? `The database in ${stateDir}` : 'The database of DATABASE_URL'

export type Migration = { name: string; text: string; checksum: string }

export const migrationLock = 926171
export const createMigrationsTableSql =
  'create table if not exists migrations (name text primary key, checksum text not null, ran_at timestamptz not null default now())'

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
 * Brings a database up to date. Runs each missing migration in its own transaction, so that an interrupted one leaves
 * nothing behind, then replaces functions, views and triggers that differ from their files. A lock makes processes that
 * start together wait for each other. Returns the names of everything that ran, was replaced or was dropped. `stateDir`
 * is the folder of an embedded database, which error messages name. Unless `mayBegin`, a new database is refused.
 */
export async function migrate(url: string, stateDir?: string, mayBegin = true): Promise<string[]> {
  const client = new pg.Client(connectionTo(url))
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query(`select pg_advisory_lock(${migrationLock})`)
    if (!mayBegin) await refuseNoSite(client, stateDir)
    await refuseUnfit(client)
    await client.query(`${createMigrationsTableSql}; ${createRepeatableTableSql}`)
    const { rows } = await client.query<{ name: string; checksum: string }>(
      'select name, checksum from migrations order by name',
    )
    const migrations = await readMigrations()
    for (const { name, checksum } of rows) {
      const same = migrations.find((migration) => migration.name === name)
      if (!same) throw new OtherMigrations(`this one has no ${name}`, stateDir)
      if (checksum !== same.checksum)
        throw new OtherMigrations(`its ${name} isn’t this one’s`, stateDir)
    }
    const ran = new Set(rows.map(({ name }) => name))
    const missing = migrations.filter(({ name }) => !ran.has(name))
    for (const migration of missing) await run(client, migration)
    // After a migration everything is compared, because it may have dropped functions, views or triggers.
    const differs = missing.length > 0 || (await repeatableMigrationsChanged(client))
    const changed = differs ? await putInPlace(client) : []
    return [...missing.map(({ name }) => name), ...changed]
  } catch (error) {
    if (error instanceof DatabaseStartError) throw error
    // The error of an address with several machines has no message, only a code.
    const { message, code } = error as Error & { code?: string }
    throw new DatabaseStartError(`${nameOf(stateDir)} can’t be used: ${message || code}.`, {
      cause: error,
    })
  } finally {
    await client.end()
  }
}

/** Returns whether the database has the table in which we record migrations. */
async function hasOurMigrations(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ columns: string[] | null }>(
    `select array_agg(attname::text) as columns from pg_attribute
      where attrelid = to_regclass('migrations') and attnum > 0`,
  )
  return ['name', 'checksum'].every((name) => rows[0]!.columns?.includes(name))
}

/** Throws if no migration of ours has run in the database. */
async function refuseNoSite(client: pg.Client, stateDir: string | undefined): Promise<void> {
  if (!(await hasOurMigrations(client))) throw new NoSite(stateDir)
  const { rows } = await client.query('select from migrations limit 1')
  if (rows.length === 0) throw new NoSite(stateDir)
}

/**
 * Throws if a new database has the wrong encoding or locale, or tables of our names that we didn't create. A database
 * already in use is accepted, because an operator couldn't do anything about it during an update.
 */
async function refuseUnfit(client: pg.Client): Promise<void> {
  if (await hasOurMigrations(client)) return
  const created = createdIn(await readMigrations(), 'table')
  const { rows: taken } = await client.query<{ names: string | null }>(
    `select string_agg(name, ', ') as names from unnest($1::text[]) as ours (name)
      where to_regclass(quote_ident(name)) is not null`,
    [['migrations', ...created]],
  )
  if (taken[0]!.names)
    throw new UnfitDatabase(`something else in it has tables of Yolo’s names (${taken[0]!.names})`)
  const { rows } = await client.query<{ encoding: string }>(
    `select current_setting('server_encoding') as encoding`,
  )
  const { encoding } = rows[0]!
  if (encoding !== 'UTF8') throw new UnfitDatabase(`its encoding is ${encoding}, not UTF8`)
  const { rows: letters } = await client.query(
    `select 1 where lower('ÉТ') = 'éт' and 'т信' ~ '^[[:alnum:]]+$'`,
  )
  if (letters.length === 0)
    throw new UnfitDatabase('its locale knows no letters but a to z, as “C” does')
}

/** Returns the names of the tables or functions that migrations create. */
export function createdIn(migrations: Migration[], kind: 'table' | 'function'): string[] {
  const created = new RegExp(`^create (?:unlogged )?${kind} (\\w+)`, 'gm')
  return migrations.flatMap(({ text }) => [...text.matchAll(created)].map(([, name]) => name!))
}

/** Runs a migration in the current transaction. */
export async function applyMigration(
  client: pg.Client,
  { name, text, checksum }: Migration,
): Promise<void> {
  await client.query(text)
  await client.query('insert into migrations (name, checksum) values ($1, $2)', [name, checksum])
}

/**
 * Changing a table or a trigger waits for all transactions that use the table, and all later ones wait for it, so it
 * must give up soon.
 */
const lockTimeout = '500ms'
/** For each third attempt: PostgreSQL ends an autovacuum that is in the way only after a second (`deadlock_timeout`). */
const longLockTimeout = '1500ms'
/** From this many attempts on, about a second each, it is told which transactions are in the way. */
const longWait = 3
const lastAttempt = 60

/**
 * Calls `change` in a transaction that gives up when it can't lock a table soon, so that a running site goes on, and
 * tries again. A migration is tried until it gets its locks, such as after a backup.
 */
async function whenLocksAreFree<T>(
  client: pg.Client,
  change: () => Promise<T>,
  attempts = Infinity,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    await client.query('begin')
    try {
      const timeout = attempt % 3 === 0 ? longLockTimeout : lockTimeout
      await client.query(`set local lock_timeout = '${timeout}'`)
      const result = await change()
      await client.query('commit')
      return result
    } catch (error) {
      await client.query('rollback')
      // Another transaction has locked a table, or both waited for each other.
      const isBusy = hasErrnoCode(error, '55P03') || hasErrnoCode(error, '40P01')
      if (!isBusy || attempt >= attempts) throw error
      if (attempt % 60 === longWait) await tellWhatIsInTheWay(client)
      await wait(100 + Math.random() * 900)
    }
  }
}

async function tellWhatIsInTheWay(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ what: string }>(
    `select coalesce(nullif(application_name, ''), backend_type) || ' (process ' || pid || ', for ' || date_trunc('second', now() - xact_start) || ')' as what
       from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and xact_start < now() - interval '1 second'`,
  )
  const what = rows.map((row) => row.what).join(', ') || 'other transactions'
  console.warn(`The database’s tables can’t be changed yet: waiting for ${what}.`)
}

async function run(client: pg.Client, migration: Migration): Promise<void> {
  try {
    await whenLocksAreFree(client, () => applyMigration(client, migration))
  } catch (error) {
    throw new DatabaseStartError(
      `The migration ${migration.name} failed: ${(error as Error).message}`,
      {
        cause: error,
      },
    )
  }
}

async function putInPlace(client: pg.Client): Promise<string[]> {
  try {
    return await whenLocksAreFree(client, () => applyRepeatableMigrations(client), lastAttempt)
  } catch (error) {
    throw new DatabaseStartError(
      `Functions and triggers can’t be put in place: ${(error as Error).message}`,
      {
        cause: error,
      },
    )
  }
}
