import { createHash, timingSafeEqual } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type pg from 'pg'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { z } from 'zod'
import { call } from '#platform/contract/call.ts'
import { notFound, notLoggedIn } from '#platform/contract/failure.ts'
import { cacheUsage } from '../cache.ts'
import { mailCounts } from '../mail/mail.ts'
import { gauges } from './gauges.ts'
import { implementCall, RawResponse, type Handler } from '../http/handler.ts'
import type { Services } from '../services.ts'
import { metricsOfAllProcesses } from './shared-metrics.ts'

const metrics = call('GET /metrics', {
  summary: 'Figures of the site’s processes here for Prometheus; needs the bearer METRICS_TOKEN',
  access: 'anyone',
  limit: 'unlimited',
  sessionless: true,
  input: z.object({}),
  output: z.string(),
  produces: 'text/plain',
})

/** A registry that calls `late` before each answer, because features may register gauges after it is created. */
class LateRegistry extends Registry {
  late = () => {}
  override metrics() {
    this.late()
    return super.metrics()
  }
  override getMetricsAsJSON() {
    this.late()
    return super.getMetricsAsJSON()
  }
}

export type SiteMetrics = {
  /** Counts this process as one that serves, which it doesn't do yet while it starts. */
  listens(): void
  answered(method: string, route: string, status: number, milliseconds: number): void
  /** Counts a request that was refused before its route was known. */
  refused(code: string): void
  text(): Promise<string>
  contentType: string
}

type Needs = Pick<Services, 'settings' | 'database' | 'probe' | 'log'>

/** Creates the site's metrics. Returns null if METRICS_TOKEN isn't set, because then nobody may read them. */
export function createMetrics(
  services: Needs,
  pools: Record<string, pg.Pool>,
  more: (registry: Registry) => void = () => {},
): SiteMetrics | null {
  if (!services.settings.metricsToken) return null
  const registry = new LateRegistry()
  collectDefaultMetrics({ register: registry })
  more(registry)
  const registers = [registry]
  const processes = new Gauge({
    name: 'site_processes',
    help: 'Processes that serve the site here.',
    registers,
  })
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from a request’s first byte to the end of its answer.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  })
  const refusals = new Counter({
    name: 'http_requests_refused_total',
    help: 'Requests that were refused before their route was known, by the refusal’s code.',
    labelNames: ['code'],
    registers,
  })
  countConnections(registers, pools)
  countCaches(registers)
  countMails(registers)
  countJobs(registers, services)
  registry.late = () => takeIn(registry, services.log)
  return {
    listens: () => processes.set(1),
    answered: (method, route, status, milliseconds) =>
      durations.observe({ method, route, status }, milliseconds / 1000),
    refused: (code) => refusals.inc({ code }),
    text: metricsOfAllProcesses(registry),
    contentType: registry.contentType,
  }
}

const countConnections = (registers: Registry[], pools: Record<string, pg.Pool>) =>
  new Gauge({
    name: 'database_connections',
    help: 'Connections of each pool by state; `waiting` are those who wait for one.',
    labelNames: ['pool', 'state'],
    registers,
    collect() {
      for (const [name, pool] of Object.entries(pools)) {
        this.set({ pool: name, state: 'idle' }, pool.idleCount)
        this.set({ pool: name, state: 'busy' }, pool.totalCount - pool.idleCount)
        this.set({ pool: name, state: 'waiting' }, pool.waitingCount)
      }
    },
  })

function countCaches(registers: Registry[]) {
  const entries = new Gauge({
    name: 'cache_entries',
    help: 'Entries of each cache.',
    labelNames: ['cache'],
    registers,
  })
  const bytes = new Gauge({
    name: 'cache_bytes',
    help: 'Bytes that each cache holds, about.',
    labelNames: ['cache'],
    registers,
    collect() {
      for (const [cache, use] of cacheUsage()) {
        this.set({ cache }, use.bytes)
        entries.set({ cache }, use.entries)
      }
    },
  })
  const asked = new Counter({
    name: 'cache_asked_total',
    help: 'Questions to each cache: `hit` had an answer, `miss` made one.',
    labelNames: ['cache', 'result'],
    registers,
    collect() {
      this.reset()
      for (const [cache, use] of cacheUsage()) {
        this.inc({ cache, result: 'hit' }, use.hits)
        this.inc({ cache, result: 'miss' }, use.misses)
      }
    },
  })
  return { entries, bytes, asked }
}

const countMails = (registers: Registry[]) =>
  new Counter({
    name: 'mails_total',
    help: 'Mails by kind: `sent`, or `dropped` because the mail server said that the address doesn’t exist.',
    labelNames: ['kind', 'result'],
    registers,
    collect() {
      this.reset()
      for (const [kind, { sent, dropped }] of mailCounts) {
        this.inc({ kind, result: 'sent' }, sent)
        this.inc({ kind, result: 'dropped' }, dropped)
      }
    },
  })

const countJobs = (registers: Registry[], { probe, database, log }: Needs) =>
  new Gauge({
    name: 'queue_jobs',
    help: 'Jobs of each queue that are not done, by state; `failed` were given up.',
    labelNames: ['queue', 'state'],
    // All processes read the same counts from the database, so they mustn't be added up.
    aggregator: 'max',
    registers,
    async collect() {
      this.reset()
      try {
        if (!(await probe.answers(800))) return
        const counted = sql<{ queue: string; state: string; count: number }>`
          select q.name as queue, coalesce(j.state::text, 'created') as state, count(j.id)::integer as count
            from pgboss.queue q
            left join pgboss.job j on j.name = q.name and j.state in ('created', 'retry', 'active', 'failed')
           group by 1, 2`.execute(database)
        const { rows } = await inTime(counted)
        for (const { queue, state, count } of rows) this.set({ queue, state }, count)
      } catch (error) {
        // Other metrics must still be available, because they matter most when the database isn't.
        log.warn({ err: (error as Error).message }, 'the queues could not be counted')
      }
    },
  })

/** Waits for a figure, but not long: the others matter most when the database is slow, and Prometheus gives up on them. */
async function inTime<T>(figure: T | Promise<T>): Promise<T> {
  const late = new AbortController()
  const tooLate = wait(2_000, undefined, { signal: late.signal }).then(() => {
    throw new Error('It takes too long.')
  })
  try {
    return await Promise.race([figure, tooLate])
  } finally {
    late.abort()
    tooLate.catch(() => {})
  }
}

/** Adds gauges that features have registered since the last call. */
function takeIn(registry: Registry, log: Services['log']): void {
  for (const [name, { help, read, aggregation }] of gauges()) {
    if (registry.getSingleMetric(name)) continue
    const taken = new Gauge({
      name,
      help,
      aggregator: aggregation,
      async collect() {
        try {
          this.set(await inTime(read()))
        } catch (error) {
          this.remove()
          log.warn({ err: (error as Error).message, figure: name }, 'a figure can’t be read')
        }
      },
      registers: [],
    })
    registry.registerMetric(taken)
  }
}

export const calls = { metrics }

export const handlers = ({ settings: { metricsToken }, meter: meters }: Services): Handler[] => [
  implementCall(metrics, async ({ request: { authorization = '' } }) => {
    if (!meters || !metricsToken) throw notFound()
    const bearer = /^Bearer (\S+)$/i.exec(authorization)?.[1] ?? ''
    // The comparison takes the same time however much of the token is right.
    if (!timingSafeEqual(digest(bearer), digest(metricsToken))) throw notLoggedIn()
    return new RawResponse(await meters.text(), {
      'Content-Type': meters.contentType,
      'Cache-Control': 'no-store',
    })
  }),
]

const digest = (text: string) => createHash('sha256').update(text).digest()
