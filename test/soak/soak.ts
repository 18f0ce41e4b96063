import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { expect } from 'vitest'
import { testApp, type TestApp } from '#platform/testing/app.ts'
import type { Person } from '#platform/testing/people.ts'
import { startSite, type SiteProcess } from '#platform/testing/process.ts'
import { until } from '#platform/testing/until.ts'

type Probe = {
  heapUsed: number
  external: number
  rss: number
  resources: Record<string, number>
  listeners: number
}
/** Maximum resident memory of the site after minutes of load, in bytes. */
export const mostResident = 450 * 2 ** 20
export type Usage = Probe & { descriptors: number; connections: number; hanging: number }

/**
 * Creates members and dishes, and starts a site with a probe on their database. Runs `work` with the site and a
 * separate database connection, and ends everything afterwards.
 */
export async function withSite(
  work: (site: SiteProcess, world: World, database: pg.Client) => Promise<void>,
): Promise<void> {
  const app = await testApp()
  const world = await prepare(app)
  // Close the test's own app, because its pools and jobs would be counted too.
  await app.close()
  const stateDir = await mkdtemp(join(tmpdir(), 'yolo-soak-'))
  const site = await startProbed(app, stateDir)
  const database = new pg.Client({ connectionString: app.databaseUrl })
  await database.connect()
  try {
    await work(site, world, database)
  } finally {
    await database.end()
    await site.end('SIGTERM')
    await rm(stateDir, { recursive: true, force: true })
  }
}

function startProbed(app: TestApp, stateDir: string): Promise<SiteProcess> {
  const probe = fileURLToPath(new URL('soak-probe.mjs', import.meta.url))
  return startSite({
    STATE_DIR: stateDir,
    DATABASE_URL: app.databaseUrl,
    NODE_OPTIONS: `--import=${probe}`,
  })
}

async function prepare(app: TestApp) {
  const restaurants: Awaited<ReturnType<TestApp['restaurant']>>[] = []
  for (let n = 0; n < 10; n++) restaurants.push(await app.restaurant())
  const members: Person[] = []
  for (let n = 0; n < 12; n++) members.push(await app.member())
  const items: number[] = []
  for (const [n, { id }] of restaurants.entries())
    items.push((await app.item({ restaurant: id, category: 3, by: members[n]!.id })).id)
  return { restaurants, members, items }
}

/** How long to wait after a 503, in milliseconds, as its Retry-After header asks. */
const retryAfter = 2000
type World = Awaited<ReturnType<typeof prepare>>

/**
 * Puts a mixed load on the site for `seconds`: reads, pages, votes, saves, refusals, and
 * requests that are given up. Returns the number of responses. Throws if more than the share `mayShed` of them is a
 * 503; the share is higher for a short load, because a busy machine then sheds more.
 */
export async function load(
  site: SiteProcess,
  world: World,
  seconds: number,
  mayShed: number,
): Promise<number> {
  const until = performance.now() + seconds * 1000
  const agent = new Agent({ keepAlive: true, maxSockets: 16 })
  const { restaurants, members, items } = world
  let answered = 0
  let shed = 0
  const ask = (method: string, path: string, as?: Person, body?: object, giveUp = false) =>
    new Promise<number>((resolve) => {
      const headers: Record<string, string> = as ? { Authorization: `Bearer ${as.token}` } : {}
      if (body) headers['Content-Type'] = 'application/json'
      const sent = request(site.origin + path, { method, agent, headers }, (answer) => {
        answer.on('error', () => resolve(0))
        answer.on('end', () => resolve(answer.statusCode!))
        answer.resume()
      })
      sent.on('error', () => resolve(0))
      sent.end(body && JSON.stringify(body))
      if (giveUp) setTimeout(() => sent.destroy(), Math.random() * 10)
    })
  await Promise.all(
    members.map(async (as, who) => {
      for (let n = 0; performance.now() < until; n++) {
        const item = items[(who + n) % items.length]!
        const restaurant = restaurants[(who + n) % restaurants.length]!
        const near = `latitude=${44.9 + (n % 10) / 100}&longitude=-93.27`
        const statuses = [
          await ask('GET', `/api/yolos?category=3&${near}`),
          await ask('GET', `/burgers?${near}`),
          await ask('GET', `/restaurant/${restaurant.id}`, undefined, undefined, n % 3 === 0),
          await ask('POST', `/api/items/${item}/${n % 2 ? 'removeUpvote' : 'upvote'}`, as, {}),
          await ask('GET', '/api/my-page', as),
          await ask('GET', '/api/places/cities?q=minne'),
          await ask('POST', '/api/yolos', as, { placeId: restaurant.placeId, categoryId: 99 }),
        ]
        // A 503 is the right response to an overload (docs/safety.md, F14). Nothing else may fail.
        const wrong = statuses.filter((status) => status >= 500 && status !== 503)
        if (wrong.length > 0)
          throw new Error(`Answered with ${wrong.join(', ')}: ${site.output().slice(-2000)}`)
        answered += statuses.filter(Boolean).length
        if (!statuses.includes(503)) continue
        shed++
        await wait(retryAfter)
      }
    }),
  )
  agent.destroy()
  if (shed > answered * mayShed) throw new Error(`${shed} times, for ${answered} answers, a 503.`)
  return answered
}

/** Returns the memory, handles, listeners and database connections that the site uses now. */
export async function usageOf(site: SiteProcess, database: pg.Client): Promise<Usage> {
  const before = probes(site).length
  process.kill(site.pid, 'SIGWINCH')
  await until(() => probes(site).length > before, 'The probe says nothing.')
  const probe = JSON.parse(probes(site).at(-1)!) as Probe
  const { rows } = await database.query<{ connections: number; hanging: number }>(
    `select count(*)::int connections, count(*) filter (where state like 'idle in transaction%')::int hanging
       from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
  )
  const descriptors = (await readdir(`/proc/${site.pid}/fd`)).length
  return { ...probe, ...rows[0]!, descriptors }
}

const probes = (site: SiteProcess) =>
  [...site.output().matchAll(/^probe (.*)$/gm)].map(([, json]) => json!)

/** Waits until the site uses no more than before. Memory may differ by what garbage collection leaves behind. */
export async function expectFlat(site: SiteProcess, database: pg.Client, before: Usage) {
  const more = async () => {
    const now = await usageOf(site, database)
    const grown: Record<string, number> = {}
    const compare = (name: string, was: number, is: number) => {
      if (is > was) grown[name] = is - was
    }
    compare('descriptors', before.descriptors, now.descriptors)
    compare('connections of the pools', before.connections, now.connections)
    compare('transactions left open', 0, now.hanging)
    compare('listeners', before.listeners, now.listeners)
    for (const name of ['TCPSocketWrap', 'TCPServerWrap', 'PipeWrap', 'FSReqPromise'])
      compare(name, before.resources[name] ?? 0, now.resources[name] ?? 0)
    const slack = 0.2 * before.heapUsed + 24 * 2 ** 20
    compare('bytes', before.heapUsed + before.external + slack, now.heapUsed + now.external)
    return grown
  }
  await expect.poll(more, { timeout: 60_000, interval: 500 }).toEqual({})
  // Node prints this warning for leaked listeners.
  expect(site.output()).not.toContain('MaxListenersExceeded')
}
