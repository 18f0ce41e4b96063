import { fork } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import { answered, started, type Figures } from '../http.ts'
import type { Load, Loaded } from '../load.ts'
import { workloads, type Workload } from './asked.ts'
import { against, better, inTurn, mustEqual, printed, type Timed, warmUp } from './contenders.ts'
import { read } from './asked.ts'
import { alsoAsked, questions } from '../questions.ts'
import type { SiteOrder } from './site.ts'
import { stop, track } from './started.ts'

const connections = 8
const compared = 30

/** A server that returns listings over HTTP. `nearBy` returns the IDs of the nearby dishes in a response. */
export type Answerer = {
  name: string
  origin: string
  /** The way in which the load generator translates our requests. */
  as?: Load['as']
  nearBy(path: string): Promise<number[]>
  close(): Promise<unknown>
}

type Page = { nearBy: { id: number }[] }

/** Starts our own server with its own ranking or a peer's, depending on `order.name`. */
export async function startSiteOf(
  order: SiteOrder,
  { url, stateDir }: { url: string; stateDir: string },
): Promise<Answerer> {
  const env = {
    ...process.env,
    NODE_ENV: 'production',
    VITEST: '',
    PORT: '0',
    DEMO: '0',
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'error',
    DATABASE_URL: url,
    STATE_DIR: stateDir,
  }
  const child = track(fork(new URL('site.ts', import.meta.url), [JSON.stringify(order)], { env }))
  const gone = new Promise<never>((_, reject) =>
    child.once('exit', () => reject(new Error(`The site of ${order.name} did not start.`))),
  )
  gone.catch(() => {})
  const origin = await Promise.race([started(child), gone])
  return {
    name: order.name,
    origin,
    async nearBy(path) {
      let answer = await fetch(origin + path)
      // Retry on a busy machine, because only the results are compared here.
      for (let tries = 0; answer.status === 503 && tries < 20; tries++) {
        await wait(500)
        answer = await fetch(origin + path)
      }
      if (!answer.ok) throw new Error(`${order.name}: ${answer.status} ${await answer.text()}`)
      return ((await answer.json()) as Page).nearBy.map(({ id }) => id)
    },
    close: () => stop(child, 'SIGKILL'),
  }
}

type Options = { workload: Workload; items: number; rounds: number; seconds: number }

/**
 * Times all servers in turn under the same load. First checks that they return the same dishes, and leaves out the
 * worse plan of each peer.
 */
export async function timeAnswerers(
  ours: Answerer,
  peers: Answerer[],
  { workload, items, rounds, seconds }: Options,
): Promise<Map<string, Timed>> {
  const next = { ...questions, ...alsoAsked }[workload]!({ items, tokens: [], seed: 1 })
  for (let n = 0; n < compared; n++) {
    const { path } = next()
    const expected = await ours.nearBy(path)
    for (const { name, nearBy } of peers) mustEqual(name, read(path), await nearBy(path), expected)
  }
  const load = track(fork(new URL('../load.ts', import.meta.url)))
  const ask = async ({ name, origin, as }: Answerer, seed: number, time = seconds) => {
    const of = { figure: workload, items, tokens: [], seed, connections, seconds: time }
    const asked: Load = { url: origin, as, ...of }
    const one = await answered<Loaded>(load, asked)
    if (one.refused > 0.01 * one.perSecond * time)
      throw new Error(`${name}: ${one.refused} answers were refusals.`)
    return one
  }
  try {
    const time = (one: Answerer, seed: number) => ask(one, seed)
    const warm = async (one: Answerer) => {
      if (warmUp[workload] > 0) await ask(one, 1000, warmUp[workload])
    }
    return await inTurn([ours, ...peers], time, { rounds, warm })
  } finally {
    await stop(load, 'SIGKILL')
  }
}

const wanted: Record<string, number> = { postgis: 8, redis: 4 }
const plans = ['postgis, near', 'postgis, planner', 'redis, near', 'redis, ranked']

/**
 * Compares the rankings behind our own route with the same cards: first with cards stored in memory, then with cards
 * read for each response.
 */
export async function benchRoutes(
  options: Omit<Options, 'workload'> & { url: string; stateDir: string },
  addresses: SiteOrder['addresses'],
): Promise<Figures> {
  const figures: Figures = {}
  for (const keeps of [true, false]) {
    const sites: Answerer[] = []
    try {
      for (const name of ['ours', ...plans])
        sites.push(await startSiteOf({ name, addresses, keeps }, options))
      for (const workload of workloads) {
        const [ours, ...peers] = sites
        const found = await timeAnswerers(ours!, peers, { ...options, workload })
        const how = keeps ? 'cards kept' : 'cards read each time'
        printed(`one route, ${how}, ${workload}`, found, options.rounds)
        for (const peer of ['postgis', 'redis']) {
          const where = workload === 'listing_reads' ? '' : '_densest'
          const key = `listing${where}${keeps ? '' : '_unkept'}_vs_${peer}`
          figures[key] = against(found.get('ours')!, better(found, peer), wanted[peer])
        }
      }
    } finally {
      for (const { close } of sites) await close()
    }
  }
  return figures
}
