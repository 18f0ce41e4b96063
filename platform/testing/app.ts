import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { inject } from 'vitest'
import { createApp } from '#app/app.ts'
import { connectServices } from '#app/services.ts'
import type { JobQueue } from '#platform/server/jobs/jobs.ts'
import { transact } from '#platform/server/database/database.ts'
import { openLog } from '#platform/server/log.ts'
import { readSettings, type Settings } from '#platform/server/settings.ts'
import { onFileEnd } from './afterwards.ts'
import { copyDatabase } from './database/database.ts'
import { client, type Client } from './client.ts'
import { dishes, type Dishes } from './dishes.ts'
import { people, type People } from './people.ts'
import { until } from './until.ts'

export type TestApp = Client &
  People &
  Dishes & {
    origin: string
    services: ReturnType<typeof connectServices>['services']
    database: ReturnType<typeof connectServices>['services']['database']
    databaseUrl: string
    /** The server's clock. It stands still at the time it is set to, and runs normally after `set(null)`. */
    clock: { set(at: Date | null): void }
    /** Waits for a mail that `accepts`, and returns the newest one. */
    mail(accepts: (text: string) => boolean): Promise<string>
    mails(): Promise<string[]>
    /**
     * Deletes all rows that were written since its start, for tests that need an empty database each. Sequences go on,
     * so what is remembered of a deleted row isn't taken for a new one.
     */
    empty(): Promise<void>
    /** Stops this process's server and its pools, not the database. */
    close(): Promise<void>
  }

type Options = {
  /** Off by default, because few tests are about rate limits. */
  rateLimits?: boolean
  /** Whether scheduled jobs run too. Off by default, because they would run at the same time as the test. */
  schedules?: boolean
  settings?: Partial<Settings> | ((databaseUrl: string) => Partial<Settings>)
  /** An app with which to share the database and state folder, as a second process of the same site does. */
  sharing?: TestApp
}

const log = openLog(process.env.TEST_LOG ?? 'fatal')

/**
 * Starts the whole server on a free port, with its own database. After the test file it is stopped and the database is
 * dropped.
 */
export async function testApp(options: Options = {}): Promise<TestApp> {
  const copy = options.sharing ? null : await copyDatabase(inject('postgresUrl'))
  const databaseUrl = copy?.url ?? options.sharing!.databaseUrl
  const stateDir =
    options.sharing?.services.settings.stateDir ?? (await mkdtemp(join(tmpdir(), 'yolo-test-')))
  const settings: Settings = {
    ...readSettings({ PORT: '0', STATE_DIR: stateDir, ORIGIN: 'http://yolo.test', DEMO: '0' }),
    rateLimits: options.rateLimits ?? false,
    listCacheSeconds: 0,
    ...(typeof options.settings === 'function' ? options.settings(databaseUrl) : options.settings),
  }
  let fixed: Date | null = null
  const clock = { now: () => fixed ?? new Date() }
  // Each new connection compiles the triggers and plans its statements again, so a test file should open few of them.
  const poolSizes = { main: 6, ranking: 3, limits: 2 }
  const opened = connectServices(databaseUrl, settings, log, async () => {}, { clock, poolSizes })
  const { services } = opened
  const app = await createApp(services)
  const unasked = ({ every: _every, ...queue }: JobQueue): JobQueue => queue
  const queues = options.schedules ? app.queues : app.queues.map(unasked)
  await services.jobs.start(queues)
  await app.server.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.server.address() as { port: number }
  const origin = `http://127.0.0.1:${port}`

  let closed = false
  const close = async () => {
    if (closed) return
    closed = true
    // After an event stream that ends only now, the connection would wait for another request for over a minute.
    const cut = setTimeout(() => app.server.server.closeAllConnections(), 1000)
    await app.server.close()
    clearTimeout(cut)
    await opened.close()
  }
  onFileEnd(async () => {
    await close()
    await copy?.drop()
    if (copy) await rm(stateDir, { recursive: true, force: true })
  })

  const mails = async () => {
    const folder = join(settings.stateDir, 'mail')
    const names = (await readdir(folder).catch(() => []))
      .filter((name) => /^[^.].*\.eml$/.test(name))
      .sort()
    return Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
  }
  return {
    origin,
    services,
    database: services.database,
    databaseUrl,
    clock: { set: (at) => (fixed = at) },
    ...client(origin),
    ...people(services),
    ...dishes(services),
    empty: async () => {
      fixed = null
      await emptied(services.database)
    },
    mails,
    mail: (accepts) => until(async () => (await mails()).findLast(accepts), 'No such mail came.'),
    close,
  }
}

/** Tables whose rows are there from the start, and contests of former years. */
const there = ['contests', 'migrations']
const formerContests = ['contest1', 'contest2']

async function emptied(database: TestApp['database']) {
  await transact(database, async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    const { rows } = await sql<{ name: string }>`
      select oid::regclass::text as name from pg_class
       where relnamespace = 'public'::regnamespace and relkind = 'r' and pg_relation_size(oid) > 0
         and relname <> all (${there}::text[])`.execute(tx)
    for (const { name } of rows) await sql`delete from ${sql.table(name)}`.execute(tx)
    await sql`delete from contests where slug is null or slug <> all (${formerContests}::text[])`.execute(
      tx,
    )
    await sql`delete from pgboss.job`.execute(tx)
  })
}
