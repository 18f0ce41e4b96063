import { createHash } from 'node:crypto'
import { glob, readFile } from 'node:fs/promises'
import pg from 'pg'
import { connectionTo } from './database.ts'

const root = new URL('../../../', import.meta.url)

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

/** Returns the error of a command that needs a site and finds none, rather than creating an empty one. */
export const noSite = (stateDir: string | undefined) =>
  new DatabaseRefusedError(
    `There is no site in ${stateDir ?? 'the database of DATABASE_URL'}. Set STATE_DIR and DATABASE_URL as the service has them.`,
  )

type SqlFile = { name: string; text: string; checksum: string }

/** Returns the files that match, in the order of their names. A *.ts file exports its SQL as `text`. */
async function sqlFiles(pattern: string): Promise<SqlFile[]> {
  const names = (await Array.fromAsync(glob(pattern, { cwd: root }))).sort()
  return Promise.all(
    names.map(async (name) => {
      const file = new URL(name, root)
      const source = await readFile(file, 'utf8')
      // Comments are left out of the checksum, so that they can be improved after a migration has run.
      const statements = source.replaceAll(/^\s*(?:--|\/\/).*\n/gm, '')
      const checksum = createHash('sha256').update(statements).digest('hex')
      const { text }: { text: string } = name.endsWith('.ts')
        ? await import(file.href)
        : { text: source }
      return { name, text, checksum }
    }),
  )
}

/**
 * Brings a database up to date in one transaction: runs each missing migration, then the files of functions, views and
 * triggers that have changed. Processes that start together wait for each other. Returns the names of the migrations
 * that ran. `stateDir` is the folder of an embedded database, which error messages name. Unless `mayBegin`, a new
 * database is refused.
 */
export async function migrate(url: string, stateDir?: string, mayBegin = true): Promise<string[]> {
  const client = new pg.Client(connectionTo(url))
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query(`
      begin;
      select pg_advisory_xact_lock(926171);
      set local lock_timeout = '20s';
      set local check_function_bodies = off;
      create table if not exists migrations (
        name text primary key, checksum text not null, ran_at timestamptz not null default now())`)
    const ran = await bringUpToDate(client, stateDir, mayBegin)
    await client.query('commit')
    return ran
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
  const migrations = await sqlFiles('migrations/*')
  const { rows } = await client.query<SqlFile>('select name, checksum from migrations')
  const ran = new Map(rows.map(({ name, checksum }) => [name, checksum]))
  if (ran.size === 0) {
    if (!mayBegin) throw noSite(stateDir)
    await refuseUnfit(client)
  }
  const own = new Map(migrations.map(({ name, checksum }) => [name, checksum]))
  for (const [name, checksum] of ran)
    if (name.startsWith('migrations/') && own.get(name) !== checksum) throw otherVersion(stateDir)
  const missing = migrations.filter(({ name }) => !ran.has(name))
  const declarations = await sqlFiles('{domain,features}/**/*.sql')
  const changed = declarations.filter(({ name, checksum }) => ran.get(name) !== checksum)
  for (const { name, text, checksum } of [...missing, ...changed]) {
    await client.query(text)
    await client.query(
      `insert into migrations (name, checksum) values ($1, $2)
       on conflict (name) do update set checksum = excluded.checksum, ran_at = now()`,
      [name, checksum],
    )
  }
  return missing.map(({ name }) => name)
}

function otherVersion(stateDir: string | undefined) {
  const again = stateDir
    ? `stop Yolo, delete the folder ${stateDir} with everything in it, and start Yolo again`
    : 'stop Yolo, set DATABASE_URL to an empty database, and start Yolo again'
  return new DatabaseRefusedError(
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
