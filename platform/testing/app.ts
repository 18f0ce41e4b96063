import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'
import { createApp } from '#app/app.ts'
import { open } from '#app/services.ts'
import type { JobQueue } from '#platform/server/jobs.ts'
import { openLog } from '#platform/server/log.ts'
import { servePages } from '#platform/server/pages/serve.ts'
import { readSettings, type Settings } from '#platform/server/settings.ts'
import { onFileEnd } from './afterwards.ts'
import { copyDatabase } from './database.ts'
import { client, type Client } from './client.ts'
import { dishes, type Dishes } from './dishes.ts'
import { people, type People } from './people.ts'
import { scansOf } from './plans.ts'
import { statements, type Statement } from './statements.ts'
import { until } from './until.ts'

export type TestApp = Client &
  People &
  Dishes & {
    origin: string
    services: ReturnType<typeof open>['services']
    database: ReturnType<typeof open>['services']['database']
    databaseUrl: string
    /** The server's clock; stands still where it is set, else it is now. */
    clock: { set(at: Date | null): void }
    /** Mails written so far, oldest first; waits for one that `accepts`. */
    mail(accepts: (text: string) => boolean): Promise<string>
    mails(): Promise<string[]>
    /** What the server asked its database so far, one of a kind. */
    statements(): Statement[]
    /** Stops this process's server and its pools, not the database. */
    close(): Promise<void>
  }

type Options = {
  /** Off unless a test is about them. */
  rateLimits?: boolean
  /** What comes round by itself, each minute or at night, comes beside what the test does. */
  schedules?: boolean
  settings?: Partial<Settings> | ((databaseUrl: string) => Partial<Settings>)
  /** The built pages too, not the calls alone. */
  pages?: boolean
  /** A second process on the same database. */
  beside?: TestApp
  /** The server to make the database on; that of the run where absent. */
  postgresUrl?: string
}

const log = openLog(process.env.TEST_LOG ?? 'fatal')

/** The whole server on a database of its own, listening on a free port; gone after the test file. */
export async function testApp(options: Options = {}): Promise<TestApp> {
  const copy = options.beside
    ? null
    : await copyDatabase(options.postgresUrl ?? inject('postgresUrl'))
  const databaseUrl = copy?.url ?? options.beside!.databaseUrl
  const stateDir =
    options.beside?.services.settings.stateDir ?? (await mkdtemp(join(tmpdir(), 'yolo-test-')))
  const settings: Settings = {
    ...readSettings({ PORT: '0', STATE_DIR: stateDir, ORIGIN: 'http://yolo.test', DEMO: '0' }),
    rateLimits: options.rateLimits ?? false,
    ...(typeof options.settings === 'function' ? options.settings(databaseUrl) : options.settings),
  }
  let fixed: Date | null = null
  const clock = { now: () => fixed ?? new Date() }
  const opened = open(databaseUrl, settings, log, async () => {}, { clock })
  const { services } = opened
  const app = await createApp(services)
  const asked = statements()
  asked.serve(app.server.server)
  if (options.pages) {
    const spend = (ip: string) => services.limits.spend('read', { ip, viewer: null })
    await servePages(app.server, { settings, api: app.asVisitor, spend, log })
  }
  const unasked = ({ every: _every, ...queue }: JobQueue): JobQueue => queue
  const queues = options.schedules ? app.queues : app.queues.map(unasked)
  await services.jobs.start(asked.work(queues))
  await services.events.start()
  await app.server.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.server.address() as { port: number }
  const origin = `http://127.0.0.1:${port}`

  let closed = false
  const close = async () => {
    if (closed) return
    closed = true
    // A stream that ends only now leaves its connection waiting for another request, for over a minute.
    const cut = setTimeout(() => app.server.server.closeAllConnections(), 1000)
    await app.server.close()
    clearTimeout(cut)
    await opened.close()
  }
  onFileEnd(async () => {
    await close()
    const scans = await scansOf(databaseUrl, asked.sent()).finally(async () => {
      await copy?.drop()
      if (copy) await rm(stateDir, { recursive: true, force: true })
    })
    if (scans.length > 0) throw new Error(`Large tables are scanned:\n\n${scans.join('\n\n')}`)
  })

  const mails = async () => {
    const folder = join(settings.stateDir, 'mail')
    const names = (await readdir(folder).catch(() => []))
      .filter((name) => name.endsWith('.eml'))
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
    statements: asked.sent,
    mails,
    mail: (accepts) => until(async () => (await mails()).findLast(accepts), 'No such mail came.'),
    close,
  }
}
