import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, inject } from 'vitest'
import { createApp } from '#app/app.ts'
import { open } from '#app/services.ts'
import { openLog } from '#platform/server/log.ts'
import { readSettings, type Settings } from '#platform/server/settings.ts'
import { copyDatabase } from './database.ts'
import { client, type Client } from './client.ts'
import { dishes, type Dishes } from './dishes.ts'
import { people, type People } from './people.ts'

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
    /** Stops this process's server and its pools, not the database. */
    close(): Promise<void>
  }

type Options = {
  /** Off unless a test is about them. */
  rateLimits?: boolean
  settings?: Partial<Settings>
  /** A second process on the same database. */
  beside?: TestApp
}

const log = openLog(process.env.TEST_LOG ?? 'fatal')

/** The whole server on a database of its own, listening on a free port; gone after the test file. */
export async function testApp(options: Options = {}): Promise<TestApp> {
  const copy = options.beside ? null : await copyDatabase(inject('postgresUrl'))
  const databaseUrl = copy?.url ?? options.beside!.databaseUrl
  const stateDir =
    options.beside?.services.settings.stateDir ?? (await mkdtemp(join(tmpdir(), 'yolo-test-')))
  const settings: Settings = {
    ...readSettings({ PORT: '0', STATE_DIR: stateDir, ORIGIN: 'http://yolo.test', DEMO: '0' }),
    rateLimits: options.rateLimits ?? false,
    ...options.settings,
  }
  const opened = open(databaseUrl, settings, log, async () => {})
  let fixed: Date | null = null
  const services = { ...opened.services, clock: { now: () => fixed ?? new Date() } }
  const app = await createApp(services, opened.pool)
  await services.jobs.start(app.queues)
  await services.events.start()
  await app.server.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.server.address() as { port: number }
  const origin = `http://127.0.0.1:${port}`

  let closed = false
  const close = async () => {
    if (closed) return
    closed = true
    await app.server.close()
    await opened.close()
  }
  afterAll(async () => {
    await close()
    await copy?.drop()
    if (copy) await rm(stateDir, { recursive: true, force: true })
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
    mails,
    async mail(accepts) {
      for (let waited = 0; waited < 30_000; waited += 50) {
        const found = (await mails()).findLast(accepts)
        if (found) return found
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
      throw new Error('No such mail came.')
    },
    close,
  }
}
