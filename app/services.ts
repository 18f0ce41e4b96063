import { access, constants, mkdir } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { Logger } from 'pino'
import { budgets } from '#domain/vocabulary/budgets.ts'
import { loadCities } from '#features/places/cities/load.server.ts'
import {
  connectionTo,
  createDatabase,
  openPool,
  rankingPlannerSettings,
} from '#platform/server/database/database.ts'
import { migrate, noSite } from '#platform/server/database/migrate.ts'
import { openReadRouter } from '#platform/server/database/reads.ts'
import { createJobs } from '#platform/server/jobs/jobs.ts'
import { createRateLimiter } from '#platform/server/http/limits.ts'
import { systemClock, type Services } from '#platform/server/services.ts'
import { InvalidSettingsError, type Settings } from '#platform/server/settings.ts'

export type OpenedServices = {
  services: Services
  pool: pg.Pool
  url: string
  close(): Promise<void>
}

/**
 * Starts or joins the embedded database unless DATABASE_URL is set, runs the migrations and opens all services.
 * If `leaving` is aborted meanwhile, throws and stops the database again. Unless `mayBegin`, throws an error where
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
    const news = await migrate(url, ours, mayBegin)
    await loadCities(url, log)
    leaving.throwIfAborted()
    if (news.length > 0) log.info({ migrations: news.length }, 'the database is up to date')
    const stop = async () => embedded?.stop()
    const opened = connectServices(url, settings, log, stop, { stopping: leaving })
    // The first migration runs in a new database alone.
    return { ...opened, isNew: news.some((name) => name.startsWith('migrations/0001-')) }
  } catch (error) {
    await embedded?.stop()
    throw error
  }
}

/** Throws an error if the embedded database isn't there. */
async function refuseNoCluster({ databaseUrl, stateDir }: Settings): Promise<void> {
  if (databaseUrl) return
  const { hasCluster } = await import('#platform/server/postgres/server.ts')
  if (!hasCluster(stateDir)) throw noSite(stateDir)
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

async function startEmbedded({ stateDir }: Settings, log: Logger) {
  const { startPostgres } = await import('#platform/server/postgres/server.ts')
  return startPostgres({ stateDir, log })
}

/** Maximum number of connections that one process keeps open, by pool. */
type PoolSizes = { main: number; ranking: number; limits: number }

export function connectServices(
  url: string,
  settings: Settings,
  log: Logger,
  onClosed: () => Promise<void>,
  overrides: Partial<Pick<Services, 'clock' | 'stopping'> & { poolSizes: PoolSizes }> = {},
): OpenedServices {
  const { clock = systemClock, stopping = new AbortController().signal } = overrides
  const { poolSizes = { main: 16, ranking: 8, limits: 4 } } = overrides
  const open = (max: number, more: object = {}) => openPool({ url, max, log, ...more })
  const pool = open(poolSizes.main)
  const rankingPool = open(poolSizes.ranking, { settings: rankingPlannerSettings })
  // Budgets are also spent within transactions, which would wait for a second connection of the main pool.
  const limitsPool = open(poolSizes.limits)
  const jobs = createJobs(url, log)
  const readRouter = openReadRouter(settings.databaseReadUrl, log)
  const database = createDatabase(pool, readRouter.poolFor(pool))
  const ranking = createDatabase(
    rankingPool,
    readRouter.poolFor(rankingPool, rankingPlannerSettings),
  )
  const services: Services = {
    settings,
    database,
    ranking,
    readRouter,
    connect: () => connect(url),
    jobs,
    limits: createRateLimiter(limitsPool, clock, settings.rateLimits ? budgets : null),
    readMetrics: async () => '',
    clock,
    log,
    stopping,
  }
  return {
    services,
    pool,
    url,
    async close() {
      // A hanging database must not delay the shutdown, so remaining connections are left to the operating system.
      await waitAtMost(1_200, jobs.stop())
      const pools = [database.destroy(), ranking.destroy(), limitsPool.end(), readRouter.stop()]
      await waitAtMost(400, Promise.all(pools))
      await onClosed()
    },
  }
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ ...connectionTo(url), application_name: 'yolo-command' })
  client.on('error', () => {})
  await client.connect()
  return client
}

export const waitAtMost = (milliseconds: number, work: Promise<unknown>) =>
  Promise.race([work, wait(milliseconds, undefined, { ref: false })])

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
