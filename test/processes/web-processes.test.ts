import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testApp, type TestApp } from '#platform/testing/app.ts'
import { launchSite, startSite, type SiteProcess } from '#platform/testing/process.ts'
import { until } from '#platform/testing/until.ts'
import { keptAlive } from '../crash/keep-alive.ts'

// The site is started once, with three processes.
const METRICS_TOKEN = 'sixteen-characters-or-more'
let app: TestApp
let site: SiteProcess
const env = () => ({
  DATABASE_URL: app.databaseUrl,
  STATE_DIR: app.services.settings.stateDir,
  WEB_PROCESSES: '3',
  METRICS_TOKEN,
})
beforeAll(async () => {
  app = await testApp()
  site = await startSite(env())
  await allThree()
})
afterAll(() => site?.end('SIGTERM'))

/** Returns the process IDs of the running children of `pid`. */
const begunBy = (pid: number) =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)

async function figure(pattern: RegExp): Promise<number> {
  const { text } = await site.get('/api/metrics', { as: { token: METRICS_TOKEN } })
  return Number(pattern.exec(text)?.[1] ?? 0)
}
/** Sends a request on a new connection, so that any of the processes may get it. */
const ask = (path: string) => site.get(path, { headers: { Connection: 'close' } })
const answered = () =>
  figure(
    /^http_request_duration_seconds_count\{method="GET",route="\/api\/tags",status="200"\} (\d+)/m,
  )

/** Waits until all three serve. A process starts for seconds of the processor's time, as `startSite` allows for. */
const allThree = () =>
  until(async () => (await figure(/^site_processes (\d+)/m)) === 3, 'Not all three serve.', 60_000)

it(
  'S10 budgets in memory are of the whole site: three processes allow no more than one',
  { tags: 'long', timeout: 120_000 },
  async () => {
    const limited = await startSite({ ...env(), RATE_LIMITS: 'on' })
    try {
      const path = '/api/yolos/export?category=3&format=csv&latitude=44.98&longitude=-93.27'
      const take = () => limited.get(path, { headers: { Connection: 'close' } })
      const statuses = (await Promise.all(Array.from({ length: 130 }, take))).map(
        (one) => one.status,
      )
      expect(statuses.filter((status) => status === 429)).toHaveLength(30)
    } finally {
      await limited.end('SIGTERM')
    }
  },
)

describe('F16 several processes of one start', () => {
  it('say once where the site is, share its port and tell their figures together', async () => {
    expect(site.output().match(/Yolo is at/g)).toHaveLength(1)
    const before = await answered()
    await Promise.all(Array.from({ length: 30 }, () => ask('/api/tags?category=3')))
    // A response is only counted after it has been sent.
    await expect.poll(answered).toBe(before + 30)
    // A queue exists only once, so the processes' figures must not be added up.
    expect(await figure(/^queue_jobs\{queue="mail",state="created"\} (\d+)/m)).toBe(0)
  })

  it('a connection that one got and dies before it accepts it ends, and isn’t left waiting', async () => {
    const [pid] = begunBy(site.pid) as [number]
    process.kill(pid, 'SIGSTOP')
    // The processes take turns, so one of six goes to the process that is stopped.
    let answers = 0
    const asked = Promise.allSettled(
      Array.from({ length: 6 }, async () => {
        const client = keptAlive(site.origin)
        await client.ask('/api/tags?category=3').finally(client.close)
        answers += 1
      }),
    )
    await until(() => answers === 5, 'The others didn’t answer.')
    process.kill(pid, 'SIGKILL')
    const rejected = (await asked).filter(({ status }) => status === 'rejected')
    expect(rejected).toHaveLength(1)
    await until(() => !begunBy(site.pid).includes(pid), 'It lives.')
    await allThree()
  })

  it('one is killed: the others take its clients on, live notices too, and another comes', async () => {
    const [ann, bob] = [await app.member(), await app.member()]
    const pids = begunBy(site.pid)
    expect(pids).toHaveLength(3)
    /** Reads the event stream until something has changed. Opens it again when it ends, as browsers do. */
    const changed = (async () => {
      for (;;) {
        try {
          const { body } = await fetch(`${site.origin}/api/notifications/stream`, {
            headers: { Authorization: `Bearer ${ann.token}` },
          })
          let text = ''
          for await (const chunk of body!.pipeThrough(new TextDecoderStream())) {
            text += chunk
            if (text.includes('event: changed')) return true
          }
        } catch {
          // The process that served the stream has ended.
        }
      }
    })()
    process.kill(pids[0]!, 'SIGKILL')
    await until(() => !begunBy(site.pid).includes(pids[0]!), 'It lives.')
    for (let n = 0; n < 20; n++) expect((await ask('/api/tags?category=3')).status).toBe(200)
    process.kill(pids[1]!, 'SIGKILL')
    await until(() => !begunBy(site.pid).includes(pids[1]!), 'It lives.')
    await until(async () => (await site.get('/api/health/ready')).status === 200, 'None is ready.')
    const follow = () => site.post('/api/follow/follow-user', { userId: ann.id }, { as: bob })
    expect((await follow()).status).toBe(200)
    const again = async () => {
      await site.delete('/api/follow/un-follow-user', { userId: ann.id }, { as: bob })
      await follow()
    }
    const told = await Promise.race([
      changed,
      until(async () => (await again(), false), 'Nobody was told.'),
    ])
    expect(told).toBe(true)
    await until(() => begunBy(site.pid).length === 3, 'Nobody takes their place.')
    await allThree()
  })

  it('leave together', async () => {
    const pids = begunBy(site.pid)
    const code = await site.end('SIGTERM')
    expect(code, site.output()).toBe(0)
    for (const pid of pids) expect(() => process.kill(pid, 0)).toThrow('ESRCH')
  })

  it('say once why they can’t start', { tags: 'long' }, async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    const { port } = taken.address() as { port: number }
    const other = launchSite({ ...env(), PORT: String(port) })
    await until(() => other.ended(), 'It runs.', 60_000)
    expect(await other.end('SIGTERM')).toBe(1)
    expect(other.output().match(/something listens there already/g)).toHaveLength(1)
    taken.close()
  })
})
