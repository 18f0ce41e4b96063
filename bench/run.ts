// Measures the built site on generated data, against a control in the same run: reads against a constant answer of
// node:http, writes against bare inserts into a table without indexes.
// `npm run bench -- [--items 100000] [--seconds 5] [--seed 42] [--callers 10] [--only list]`. `--only` measures the figures
// whose names contain it. Ratios compare across machines, times don't.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import autocannon from 'autocannon'
import { sql, type RawBuilder } from 'kysely'
import type { Database } from '../platform/server/services.ts'
import { startSite } from '../platform/testing/process.ts'
import { databaseIn, fill, firstMember, randomBySeed, tokenOf } from './fill.ts'

const { values } = parseArgs({
  options: {
    items: { type: 'string', default: '100000' },
    seconds: { type: 'string', default: '5' },
    seed: { type: 'string', default: '42' },
    callers: { type: 'string', default: '10' },
    only: { type: 'string', default: '' },
  },
})
const { only } = values
const numbers = [values.items, values.seconds, values.seed, values.callers].map(Number)
const [items, seconds, seed, callers] = numbers as [number, number, number, number]
if (!numbers.every((value) => Number.isInteger(value) && value > 0)) {
  console.error('Each option but --only takes a whole number above 0.')
  process.exit(2)
}

type Sent = { method?: 'GET' | 'POST'; path: string; member?: number; body?: object }

const folder = mkdtempSync(join(tmpdir(), 'yolo-bench-'))
const site = await startSite({ STATE_DIR: folder })
const constant = fork(new URL('constant.ts', import.meta.url))
try {
  const [constantPort] = (await once(constant, 'message')) as [number]
  const database = databaseIn(folder)
  const begun = performance.now()
  const { cities, members } = await fill(database, items, seed, 'search'.includes(only))
  console.log(
    `${items} items, ${members} members, filled in ${Math.round((performance.now() - begun) / 1000)} s`,
  )
  const largest = await database
    .selectFrom('items')
    .select((eb) => eb.fn.max('id').as('id'))
    .executeTakeFirstOrThrow()
  await sql`create table bare_rows (id bigint, at timestamptz)`.execute(database)

  const random = randomBySeed(seed)
  const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)]!
  const member = () => Math.floor(random() * Math.min(members, 2000))
  const at = ({ latitude, longitude } = pick(cities)) =>
    `latitude=${(latitude + random() * 0.1).toFixed(4)}&longitude=${(longitude + random() * 0.1).toFixed(4)}`
  const category = () => 1 + Math.floor(random() * 14)
  const center = at(cities[0])
  let saves = 0
  const figures: Record<string, () => Sent> = {
    'list, one city': () => ({ path: `/api/yolos?category=${category()}&${at(cities[0])}` }),
    'list from the cache': () => ({ path: `/api/yolos?category=3&${center}` }),
    // Members' lists aren't cached.
    'member’s list, one city': () => ({
      path: `/api/yolos?category=${category()}&${at(cities[0])}`,
      member: member(),
    }),
    'list, all cities': () => ({ path: `/api/yolos?category=${category()}&${at()}` }),
    'list of a tight circle': () => ({
      path: `/api/yolos?category=${category()}&distanceMiles=1&${at()}`,
    }),
    'category page': () => ({ path: `/burgers/${pick(cities).slug}` }),
    'restaurant page': () => ({ path: `/restaurant/${1 + Math.floor(random() * (items / 10))}` }),
    search: () => ({
      path: `/api/search?q=${pick(['smoked+burger', 'ramn', 'golden+diner', 'latte', 'spicy+ta'])}&${at()}`,
    }),
    'cities by name': () => ({
      path: `/api/places/cities?q=${pick(['min', 'los+a', 'new+y', 'san', 'hou'])}`,
    }),
    // What HTTP and a session cost.
    'unread counts': () => ({ path: '/api/follow/unread', member: member() }),
    upvote: () => ({
      method: 'POST',
      path: `/api/items/${1 + Math.floor(random() * largest.id!)}/upvote`,
      member: member(),
    }),
    save: () => {
      const owner = saves++ % Math.min(members, 2000)
      // Another category in each round, because a member has one place left in each.
      const round = Math.floor(saves / 2000)
      return {
        method: 'POST',
        path: '/api/yolos',
        member: owner,
        body: {
          placeId: `bench-${cities[0]!.slug}-${1 + (saves % 50)}`,
          categoryId: 1 + ((owner + round) % 14),
          itemName: `Bench dish ${saves}`,
        },
      }
    },
  }
  const constantRate = async () =>
    (await load(`http://127.0.0.1:${constantPort}`, () => ({ path: '/' }), 2)).perSecond
  console.log(`${'figure'.padEnd(24)}   per s   × control      p50      p99   refused`)
  for (const [name, next] of Object.entries(figures)) {
    if (!name.includes(only)) continue
    // All sides first run unmeasured, until they have compiled what they run.
    await load(site.origin, next)
    await constantRate()
    const isWrite = next().method === 'POST'
    const control = isWrite
      ? (await statements(database, bareInsert)).perSecond
      : await constantRate()
    report(name, await load(site.origin, next), control)
  }
  if ('upvote in SQL'.includes(only)) {
    const bare = await statements(database, bareInsert)
    const vote = () =>
      sql`select upvote(${1 + Math.floor(random() * largest.id!)}, ${firstMember + member()}, now())`
    report('upvote in SQL', await statements(database, vote, seconds), bare.perSecond)
  }
  await database.destroy()
  const memory = readFileSync(`/proc/${site.pid}/status`, 'utf8').match(/VmRSS:\s+(\d+)/)?.[1]
  console.log(`memory of the process: ${Math.round(Number(memory) / 1024)} MiB`)
} finally {
  constant.kill()
  await site.end('SIGTERM')
  rmSync(folder, { recursive: true, force: true })
}

function bareInsert(n: number) {
  return sql`insert into bare_rows values (${n}, now())`
}

/** Runs statements over all callers' connections, each in its own transaction. Times are in milliseconds. */
async function statements(
  database: Database,
  next: (n: number) => RawBuilder<unknown>,
  duration = 2,
): Promise<Measured> {
  const end = performance.now() + 1000 * duration
  const times: number[] = []
  const run = async () => {
    for (let begun = performance.now(); begun < end;) {
      await next(times.length).execute(database)
      const now = performance.now()
      times.push(now - begun)
      begun = now
    }
  }
  await Promise.all(Array.from({ length: callers }, run))
  times.sort((a, b) => a - b)
  const at = (share: number) => Math.round(times[Math.floor(times.length * share)]! * 10) / 10
  return { perSecond: times.length / duration, p50: at(0.5), p99: at(0.99), refused: 0 }
}

type Measured = { perSecond: number; p50: number; p99: number; refused: number }

/** Sends requests over the callers' connections. Times are in milliseconds. */
async function load(url: string, next: () => Sent, duration = seconds): Promise<Measured> {
  const result = await autocannon({
    url,
    connections: callers,
    duration,
    requests: [
      {
        setupRequest(request) {
          const { method = 'GET', path, member, body } = next()
          const headers: Record<string, string> = {}
          if (member !== undefined) headers['authorization'] = `Bearer ${tokenOf(member)}`
          if (body) headers['content-type'] = 'application/json'
          const userId = member === undefined ? undefined : firstMember + member
          return {
            ...request,
            method,
            path,
            headers,
            body: body && JSON.stringify({ ...body, userId }),
          }
        },
      },
    ],
  })
  const refused = result.non2xx + result.errors + result.timeouts
  return {
    perSecond: result.requests.total / result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
    refused,
  }
}

function report(name: string, { perSecond, p50, p99, refused }: Measured, control: number) {
  const cells = [
    perSecond.toFixed(0),
    (perSecond / control).toFixed(3),
    `${p50} ms`,
    `${p99} ms`,
    refused,
  ]
  console.log(name.padEnd(24) + cells.map((cell) => String(cell).padStart(9)).join(' '))
}
