import pg from 'pg'
import type { Logger } from 'pino'
import { budgets } from '#domain/vocabulary/budgets.ts'
import { kysely, openPool, rankingSettings } from '#platform/server/database.ts'
import { events } from '#platform/server/events.ts'
import { jobs } from '#platform/server/jobs.ts'
import { limits } from '#platform/server/http/limits.ts'
import { meter } from '#platform/server/metrics.ts'
import { migrate } from '#platform/server/migrate.ts'
import { openProbe } from '#platform/server/probe.ts'
import { replicaFigures } from '#platform/server/replicas/figures.ts'
import { primaryReads } from '#platform/server/replicas/reads.ts'
import { openReplicas } from '#platform/server/replicas/replicas.ts'
import { systemClock, type Services } from '#platform/server/services.ts'
import type { Settings } from '#platform/server/settings.ts'

export type Opened = {
  services: Services
  pool: pg.Pool
  listingPool: pg.Pool
  url: string
  close(): Promise<void>
}

/**
 * Opens the database (the embedded one is started or joined), brings it up to date, and all that depends on it.
 * When `leaving` says so this breaks off, and what was started is stopped again.
 */
export async function openServices(
  settings: Settings,
  log: Logger,
  leaving = new AbortController().signal,
): Promise<Opened> {
  const embedded = settings.databaseUrl ? undefined : await startEmbedded(settings, log)
  const url = settings.databaseUrl ?? embedded!.url
  try {
    leaving.throwIfAborted()
    const ours = embedded && settings.stateDir
    const news = await Promise.race([migrate(url, ours), aborted(leaving)])
    if (news.length > 0) {
      const migrations = news.filter((name) => name.endsWith('.sql'))
      // Functions, views and triggers: their names would fill a screen at the first start.
      const declarations = news.length - migrations.length
      log.info({ migrations, declarations }, 'the database is up to date')
    }
    return open(url, settings, log, async () => embedded?.stop(), { stopping: leaving })
  } catch (error) {
    await embedded?.stop()
    throw error
  }
}

/** A migration that is cut off leaves nothing behind, so nobody need wait for it. */
const aborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) =>
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true }),
  )

async function startEmbedded({ stateDir }: Settings, log: Logger) {
  const { startPostgres } = await import('#platform/server/postgres/server.ts')
  return startPostgres({ stateDir, log })
}

export function open(
  url: string,
  settings: Settings,
  log: Logger,
  after: () => Promise<void>,
  given: Partial<Pick<Services, 'clock' | 'stopping'>> = {},
): Opened {
  const { clock = systemClock, stopping = new AbortController().signal } = given
  const share = shareOf(settings.webProcesses)
  const pool = openPool({ url, max: share(16), log })
  const listingPool = openPool({ url, max: share(8), log })
  const rankingPool = openPool({ url, max: share(8), log, settings: rankingSettings })
  const runner = jobs(url, log)
  const bus = events(url, log)
  const probe = openProbe(url, log)
  const [database, listing, ranking] = [kysely(pool), kysely(listingPool), kysely(rankingPool)]
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
    reads: replicas?.reads ?? primaryReads,
    connect: () => connect(url),
    jobs: runner,
    events: bus,
    probe,
    limits: limits(pool, clock, settings.rateLimits ? budgets : null),
    meter: meter(
      { settings, database, probe, log },
      { primary: pool, listing: listingPool, ranking: rankingPool },
      (registry) => replicas && replicaFigures(registry, replicas),
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
      // A database that hangs must not hold up the end: what waits for it is left to the operating system.
      await within(1_200, Promise.all([bus.stop(), runner.stop()]))
      const pools = [database, listing, ranking].map((one) => one.destroy())
      await within(400, Promise.all([...pools, probe.stop(), replicas?.stop()]))
      await after()
    },
  }
}

/** Connections of a pool in one of so many processes: of more than two all together have as many as two. */
const shareOf = (processes: number) => (most: number) =>
  Math.max(3, Math.ceil((most * 2) / Math.max(2, processes)))

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, application_name: 'yolo-command' })
  client.on('error', () => {})
  await client.connect()
  return client
}

export const within = (milliseconds: number, work: Promise<unknown>) => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise((resolve) => (timer = setTimeout(resolve, milliseconds)))
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

/** Work that nobody waits for in front of a screen (the demo, a command): without the time limits that requests need. */
export async function withoutTimeouts<T>(
  { services, url }: Pick<Opened, 'services' | 'url'>,
  work: (services: Services) => Promise<T>,
): Promise<T> {
  const database = kysely(openPool({ url, max: 4, log: services.log, patient: true }))
  try {
    return await work({ ...services, database })
  } finally {
    await database.destroy()
  }
}
