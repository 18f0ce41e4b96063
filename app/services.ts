import { access, constants, mkdir } from 'node:fs/promises'
import pg from 'pg'
import type { Logger } from 'pino'
import { budgets } from '#domain/vocabulary/budgets.ts'
import {
  connectionTo,
  createDatabase,
  openPool,
  rankingPlannerSettings,
} from '#platform/server/database/database.ts'
import { createEventBus } from '#platform/server/events.ts'
import { createCallLimits } from '#platform/server/http/overload/call-concurrency.ts'
import { createJobs } from '#platform/server/jobs/jobs.ts'
import { createRateLimiter } from '#platform/server/http/limits.ts'
import { createMetrics } from '#platform/server/metrics/metrics.ts'
import { migrate, NoSite } from '#platform/server/database/migrate.ts'
import { openProbe } from '#platform/server/probe.ts'
import { registerReplicaMetrics } from '#platform/server/replicas/figures.ts'
import { primaryReadRouter } from '#platform/server/replicas/reads.ts'
import { openReplicas } from '#platform/server/replicas/replicas.ts'
import { systemClock, type Services } from '#platform/server/services.ts'
import { InvalidSettingsError, type Settings } from '#platform/server/settings.ts'

export type OpenedServices = {
  services: Services
  pool: pg.Pool
  listingPool: pg.Pool
  url: string
  close(): Promise<void>
}

/**
 * Starts or joins the embedded database unless DATABASE_URL is set, runs the migrations and opens all services.
 * If `leaving` is aborted meanwhile, throws and stops the database again. Unless `mayBegin`, throws `NoSite` where
 * there is no site yet, and makes no database. `isNew` is true if there was none.
 */
export async function openServices(
  settings: Settings,
  log: Logger,
  leaving = new AbortController().signal,
  mayBegin = true,
): Promise<OpenedServices & { isNew: boolean }> {
  if (!mayBegin) await refuseNoCluster(settings)
  await makeStateDir(settings.stateDir)
  const embedded = settings.databaseUrl ? undefined : await startEmbedded(settings, log)
  const url = settings.databaseUrl ?? embedded!.url
  try {
    leaving.throwIfAborted()
    const ours = embedded && settings.stateDir
    const news = await Promise.race([migrate(url, ours, mayBegin), aborted(leaving)])
    if (news.length > 0) {
      const migrations = news.filter((name) => name.endsWith('.sql'))
      // The names of functions, views and triggers would fill a screen at the first start, so they are only counted.
      const declarations = news.length - migrations.length
      log.info({ migrations, declarations }, 'the database is up to date')
    }
    const stop = async () => embedded?.stop()
    const opened = connectServices(url, settings, log, stop, { stopping: leaving })
    // The first migration runs in a new database alone.
    return { ...opened, isNew: news.some((name) => name.startsWith('0001-')) }
  } catch (error) {
    await embedded?.stop()
    throw error
  }
}

/** Throws `NoSite` if the embedded database isn't there. */
async function refuseNoCluster({ databaseUrl, stateDir }: Settings): Promise<void> {
  if (databaseUrl) return
  const { hasCluster } = await import('#platform/server/postgres/cluster.ts')
  // What this user can't see may be there. Opening it tells what is wrong.
  if (!(await hasCluster(stateDir).catch(() => true))) throw new NoSite(stateDir)
}

/** Throws `InvalidSettingsError` if files can't be written in the state folder. */
async function makeStateDir(stateDir: string): Promise<void> {
  try {
    await mkdir(stateDir, { recursive: true, mode: 0o711 })
    await access(stateDir, constants.W_OK)
  } catch (error) {
    throw new InvalidSettingsError([`STATE_DIR: ${(error as Error).message}`])
  }
}

/** Rejects when the signal is aborted. The migration needn't be waited for: if it is cut off, it is rolled back. */
const aborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) =>
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true }),
  )

async function startEmbedded({ stateDir }: Settings, log: Logger) {
  const { startPostgres } = await import('#platform/server/postgres/server.ts')
  return startPostgres({ stateDir, log })
}

/** Maximum number of connections that one process keeps open to the primary, by pool. */
type PoolSizes = { main: number; listing: number; ranking: number; limits: number }

export function connectServices(
  url: string,
  settings: Settings,
  log: Logger,
  onClosed: () => Promise<void>,
  overrides: Partial<Pick<Services, 'clock' | 'stopping'> & { poolSizes: PoolSizes }> = {},
): OpenedServices {
  const { clock = systemClock, stopping = new AbortController().signal } = overrides
  const { poolSizes = { main: 16, listing: 8, ranking: 8, limits: 4 } } = overrides
  const share = shareOf(settings.webProcesses)
  const pool = openPool({ url, max: share(poolSizes.main), log })
  const listingPool = openPool({ url, max: share(poolSizes.listing), log })
  const rankingPool = openPool({
    url,
    max: share(poolSizes.ranking),
    log,
    settings: rankingPlannerSettings,
  })
  // Budgets are also spent within transactions. From the main pool they would wait for a connection while they hold one,
  // so that as many requests as the pool has connections would block all others.
  const limitsPool = openPool({ url, max: share(poolSizes.limits), log })
  const runner = createJobs(url, log)
  const bus = createEventBus(url, log)
  const probe = openProbe(url, log)
  const [database, listing, ranking] = [
    createDatabase(pool),
    createDatabase(listingPool),
    createDatabase(rankingPool),
  ]
  const readUrls = settings.databaseReadUrls
  const replicas =
    readUrls.length > 0
      ? openReplicas({ url, readUrls, max: share(8), primary: { listing, ranking }, log })
      : null
  const services: Services = {
    settings,
    database,
    listing: replicas?.listing ?? listing,
    ranking: replicas?.ranking ?? ranking,
    reads: replicas?.reads ?? primaryReadRouter,
    connect: () => connect(url),
    jobs: runner,
    events: bus,
    probe,
    limits: createRateLimiter(limitsPool, clock, settings.rateLimits ? budgets : null),
    callLimits: settings.rateLimits
      ? createCallLimits({ main: share(poolSizes.main), listing: share(poolSizes.listing) })
      : null,
    meter: createMetrics(
      { settings, database, probe, log },
      { primary: pool, listing: listingPool, ranking: rankingPool, limits: limitsPool },
      (registry) => replicas && registerReplicaMetrics(registry, replicas),
    ),
    clock,
    log,
    stopping,
  }
  return {
    services,
    pool,
    listingPool,
    url,
    async close() {
      // A hanging database must not delay the shutdown, so remaining connections are left to the operating system.
      await waitAtMost(1_200, Promise.all([bus.stop(), runner.stop()]))
      const pools = [database, listing, ranking].map((one) => one.destroy())
      const rest = [limitsPool.end(), probe.stop(), replicas?.stop()]
      await waitAtMost(400, Promise.all([...pools, ...rest]))
      await onClosed()
    },
  }
}

/**
 * Returns a function that returns how many connections a pool may have in each of `processes` processes: `most` in each
 * of one or two processes; more processes share twice `most`, but each may have at least 3.
 */
const shareOf = (processes: number) => (most: number) =>
  Math.max(3, Math.ceil((most * 2) / Math.max(2, processes)))

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ ...connectionTo(url), application_name: 'yolo-command' })
  client.on('error', () => {})
  await client.connect()
  return client
}

export const waitAtMost = (milliseconds: number, work: Promise<unknown>) => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise((resolve) => (timer = setTimeout(resolve, milliseconds)))
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

/** Runs work that no visitor waits for (the demo, a command) on a pool without the time limits of requests. */
export async function withoutTimeouts<T>(
  { services, url }: Pick<OpenedServices, 'services' | 'url'>,
  work: (services: Services) => Promise<T>,
): Promise<T> {
  const database = createDatabase(
    openPool({ url, max: 4, log: services.log, withoutTimeouts: true }),
  )
  try {
    return await work({ ...services, database })
  } finally {
    await database.destroy()
  }
}
