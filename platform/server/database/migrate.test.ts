import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, inject, it, vi } from 'vitest'
import { copyDatabase } from '#platform/testing/database/database.ts'
import { until } from '#platform/testing/until.ts'
import { launchSite } from '#platform/testing/process.ts'
import { DatabaseStartError, migrate } from './migrate.ts'

let copy: Awaited<ReturnType<typeof copyDatabase>>
let client: pg.Client
beforeAll(async () => {
  copy = await copyDatabase(inject('postgresUrl'))
  client = new pg.Client({ connectionString: copy.url })
  client.on('error', () => {})
  await client.connect()
  await client.query('create table as_it_was as select * from migrations')
})
beforeEach(() =>
  client.query('delete from migrations; insert into migrations select * from as_it_was'),
)
afterAll(async () => {
  await client.end()
  await copy.drop()
})

const formerly = `insert into migrations (name, checksum) values ('0027-gone-and-closed.sql', 'of then')`
const beforeFirst = `insert into migrations (name, checksum) values ('0001-members.sql', 'of then')`
const changed = `update migrations set checksum = 'of then' where name = '0003-restaurants.sql'`

it('runs nothing twice', async () => {
  expect(await migrate(copy.url)).toEqual([])
})

it('a migration that must wait, as for a backup, keeps nobody else out of the table', async () => {
  await client.query(`alter table contests drop column entry_count;
    delete from migrations where name = '0043-entry-counts.sql'`)
  const connect = async (application_name: string) => {
    const one = new pg.Client({ connectionString: copy.url, application_name })
    await one.connect()
    return one
  }
  const [backup, watcher] = [await connect('a-backup'), await connect('a-watcher')]
  await backup.query('begin isolation level repeatable read read only')
  await backup.query('select 1 from contests')
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const migrated = migrate(copy.url)
  await client.query(`set statement_timeout = '5s'`)
  // PostgreSQL ends an autovacuum that is in the way for somebody who has waited for a second.
  const waitsForASecond = until(async () => {
    const { rows } = await watcher.query(
      `select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like '%alter table contests%'
          and clock_timestamp() - query_start > interval '1 second'`,
    )
    return rows.length > 0
  }, 'It never waits for a second.')
  await until(async () => {
    await client.query('select 1 from contests')
    return warned.mock.calls.length > 0
  }, 'It isn’t told what is in the way.')
  await waitsForASecond
  await watcher.end()
  expect(String(warned.mock.calls[0])).toMatch(/can’t be changed yet: waiting for .*a-backup \(/)
  await backup.end()
  expect(await migrated).toContain('0043-entry-counts.sql')
  warned.mockRestore()
  await client.query('reset statement_timeout')
})

it.each([
  ['that this version doesn’t have', formerly, 'this one has no 0027-gone-and-closed.sql'],
  ['of before 1.0.0', beforeFirst, 'one before 1.0.0, whose data no later one reads'],
  ['that have changed', changed, 'its 0003-restaurants.sql isn’t this one’s'],
])('a data folder made by migrations %s is refused with the way to start over', async (...row) => {
  const [, made, why] = row
  await client.query(made)
  await expect(migrate(copy.url, '/home/cook/data')).rejects.toThrow(
    `The database in /home/cook/data was made by another version of Yolo: ${why}. Nothing in it was changed.\n` +
      'Start the version that made it, or start over: stop Yolo, delete the folder /home/cook/data with everything in it, and start Yolo again.',
  )
})

it('a refused database is left as it is', async () => {
  await client.query(formerly)
  await client.query(`delete from migrations where name = '0011-contests.sql'`)
  await client.query('drop table contests cascade')
  await expect(migrate(copy.url)).rejects.toThrow('another version')
  const { rows } = await client.query(`select to_regclass('contests') as found`)
  expect(rows).toEqual([{ found: null }])
})

it.each([
  ['LATIN1', 'C', 'its encoding is LATIN1, not UTF8'],
  ['UTF8', 'C', 'its locale knows no letters but a to z, as “C” does'],
])('an empty database in %s with locale %s is refused', async (encoding, locale, why) => {
  const name = `unfit_${encoding.toLowerCase()}`
  await client.query(
    `create database ${name} template template0 encoding '${encoding}' locale_provider libc locale '${locale}'`,
  )
  const url = new URL(copy.url)
  url.pathname = `/${name}`
  await expect(migrate(url.href)).rejects.toThrow(
    `The database of DATABASE_URL can’t be used: ${why}. Nothing in it was changed.\n` +
      "Create one with: create database … template template0 encoding 'UTF8' locale 'C.UTF-8'",
  )
  await client.query(`drop database ${name}`)
})

/** Returns the address of a new database, or of one that isn't there. */
async function address(how: (url: URL) => void, ...statements: string[]): Promise<string> {
  const url = new URL(copy.url)
  if (statements.length > 0) {
    const name = `start_${randomBytes(6).toString('hex')}`
    await client.query(`create database ${name}`)
    made.push(name)
    url.pathname = `/${name}`
    const other = new pg.Client({ connectionString: url.href })
    await other.connect()
    for (const statement of statements) await other.query(statement)
    await other.end()
  }
  how(url)
  return url.href
}
const made: string[] = []
afterAll(async () => {
  for (const name of made) await client.query(`drop database ${name}`)
})

const asIs = () => {}
const alter = (setting: string) =>
  `do $$ begin execute format('alter database %I set ${setting}', current_database()); end $$`
const starts: [string, () => Promise<string>, number, string][] = [
  [
    'a wrong password',
    () => address((url) => (url.password = 'wrong')),
    1,
    'password authentication failed for user "yolo".',
  ],
  [
    'no such database',
    () => address((url) => (url.pathname = '/nowhere')),
    1,
    'database "nowhere" does not exist.',
  ],
  ['no server', () => address((url) => (url.port = '9')), 1, 'connect ECONNREFUSED 127.0.0.1:9.'],
  [
    'a read-only server',
    () => address(asIs, alter('default_transaction_read_only = on')),
    1,
    'cannot execute CREATE TABLE in a read-only transaction.',
  ],
  [
    'a table of our name',
    () => address(asIs, 'create table users (id integer)'),
    2,
    'something else in it has tables of Yolo’s names (users). Nothing in it was changed.',
  ],
  [
    'another program’s migrations',
    () => address(asIs, 'create table migrations (id integer, migration text)'),
    2,
    'something else in it has tables of Yolo’s names (migrations). Nothing in it was changed.',
  ],
]

it.each(starts)('a start with %s tells the operator why', async (_, url, exitCode, why) => {
  const error = await migrate(await url()).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(DatabaseStartError)
  expect(error).toMatchObject({ exitCode })
  expect((error as Error).message.split('\n')[0]).toBe(
    `The database of DATABASE_URL can’t be used: ${why}`,
  )
})

it('a site that can’t start tells one sentence', { timeout: 60_000 }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'yolo-start-'))
  const file = join(folder, 'file')
  await writeFile(file, '')
  const nowhere = await address((url) => (url.pathname = '/nowhere'))
  const tries: [Record<string, string>, number, string][] = [
    [
      { STATE_DIR: file },
      2,
      `These settings can't be used:\n  STATE_DIR: EEXIST: file already exists, mkdir '${file}'\n`,
    ],
    [
      { STATE_DIR: folder, DATABASE_URL: nowhere },
      1,
      'The database of DATABASE_URL can’t be used: database "nowhere" does not exist.\n',
    ],
  ]
  for (const [env, code, text] of tries) {
    const site = launchSite(env)
    await expect.poll(() => site.ended(), { timeout: 50_000, interval: 50 }).toBe(true)
    expect([await site.end('SIGTERM'), site.output()]).toEqual([code, text])
  }
  await rm(folder, { recursive: true })
})

it('the site says so in plain words, and ends', { timeout: 60_000 }, async () => {
  await client.query(formerly)
  const site = launchSite({ DATABASE_URL: copy.url })
  await expect.poll(() => site.ended(), { timeout: 50_000, interval: 50 }).toBe(true)
  expect(await site.end('SIGTERM')).toBe(2)
  expect(site.output()).toBe(
    'The database of DATABASE_URL was made by another version of Yolo: this one has no 0027-gone-and-closed.sql. Nothing in it was changed.\n' +
      'Start the version that made it, or start over: stop Yolo, set DATABASE_URL to an empty database, and start Yolo again.\n',
  )
})
