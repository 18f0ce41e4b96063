import {
  Kysely,
  PostgresDialect,
  sql,
  type PostgresPool,
  type PostgresPoolClient,
  type Transaction,
} from 'kysely'
import pg from 'pg'
import type { Logger } from 'pino'
import type { DB } from './schema.ts'
import type { Database } from './services.ts'

type PoolOptions = {
  url: string
  max: number
  log: Logger
  settings?: string
  /** For work that may take long and nobody waits for: the demo, an import, a backup. */
  patient?: boolean
}

export function openPool({ url, max, log, settings, patient = false }: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    // A hung server must become a 503, never a hang (F3).
    connectionTimeoutMillis: 2_800,
    ...(patient
      ? {}
      : {
          statement_timeout: 10_000,
          query_timeout: 12_000,
          idle_in_transaction_session_timeout: 15_000,
        }),
    idleTimeoutMillis: 30_000,
    ...(settings ? { options: settings } : {}),
  })
  // Without these listeners a restart of the server kills this process, for idle and checked-out clients alike (F2).
  pool.on('error', (error) => log.warn({ err: error.message }, 'an idle database connection broke'))
  pool.on('connect', (client) => client.on('error', () => {}))
  // A connection whose question was given up on would let the next ones wait behind it.
  pool.on('release', (_error, client) => {
    if (stillAsking(client)) client.connection.stream.destroy()
  })
  return pool
}

type Asking = pg.PoolClient & {
  connection: { stream: { destroy(): void } }
  _getActiveQuery?(): unknown
}
const stillAsking = (client: pg.PoolClient): client is Asking =>
  Boolean((client as Asking)._getActiveQuery?.())

export const kysely = (pool: pg.Pool): Database =>
  new Kysely<DB>({ dialect: new PostgresDialect({ pool: preparing(pool) }) })

/**
 * Stands in statements that every visit or vote asks: a connection parses and plans each of them once, which
 * takes several times as long as running it. Only for those that one plan fits, whatever the values.
 */
export const prepared = sql.raw('/* prepared */')

const mark = '/* prepared */'
// By text, for all connections: each keeps what it has prepared, so there may not be many. How many words somebody
// looks for changes a text, so those that begin alike have a share of their own: no search shuts others out.
const names = new Map<string, string>()
const shares = new Map<string, number>()
const most = { texts: 8, kinds: 40 }
const beginning = 60

function nameOf(text: string): string | undefined {
  const at = text.indexOf(mark)
  if (at === -1) return undefined
  const known = names.get(text)
  if (known) return known
  const from = at + mark.length
  const kind = text.slice(from, from + beginning)
  const taken = shares.get(kind) ?? 0
  if (taken >= most.texts || (taken === 0 && shares.size >= most.kinds)) return undefined
  shares.set(kind, taken + 1)
  names.set(text, `prepared_${names.size}`)
  return names.get(text)
}

/** Kysely hands over texts and values alone; a name beside them lets the driver prepare. */
function preparing(pool: pg.Pool): PostgresPool {
  const known = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  const asked = (client: pg.PoolClient): PostgresPoolClient => ({
    query(text: unknown, values?: readonly unknown[]) {
      if (typeof text !== 'string') throw new Error('Cursors are not prepared for.')
      const name = nameOf(text)
      const bound = values?.slice() ?? []
      return client.query(name ? { name, text, values: bound } : { text, values: bound }) as never
    },
    release: (destroy) => client.release(destroy),
  })
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect()
      const one = known.get(client) ?? asked(client)
      known.set(client, one)
      return one
    },
  }
}

/**
 * The ranking's own pool. After many votes without VACUUM the planner takes a bitmap scan that is
 * 80 times slower than walking the ranked index; and its plan must fit the cells at hand. No other
 * statement may run there: without bitmap scans an index of words can't be used.
 */
export const rankingSettings = '-c enable_bitmapscan=off -c plan_cache_mode=force_custom_plan'

const timingFaults = new Set(['40001', '40P01'])

/** Others were quicker each time: the same again may well succeed. */
export class LostRace extends Error {
  readonly code = '40001'
}

/** Only timing was wrong. */
export const isConflict = (error: unknown): boolean => timingFaults.has(pgCode(error))

/** Runs `work` in a transaction and again where the database says that only timing was wrong (F9). */
export const transact = <T>(
  database: Database,
  work: (tx: Transaction<DB>) => Promise<T>,
): Promise<T> => withRetries(() => database.transaction().execute(work))

/**
 * A single statement needs this where it locks what others lock in another order. `alsoRetry` names what else only
 * timing brings about.
 */
export async function withRetries<T>(
  work: () => Promise<T>,
  alsoRetry: (error: unknown) => boolean = () => false,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (attempt === 5 || !(isConflict(error) || alsoRetry(error))) throw error
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * 2 ** attempt))
    }
  }
}

export const pgCode = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

/** Whether a write broke this unique key or check. */
export const breaks = (error: unknown, constraint: string): boolean =>
  ['23505', '23514', '23503'].includes(pgCode(error)) &&
  (error as { constraint?: string }).constraint === constraint

// Connection lost, no resources, an operator's stop, a fault of the system (SQLSTATE classes), and of the network.
const outages =
  /^(08...|53...|57P0.|57014|58...|25006|25P03|ECONN\w+|EPIPE|ETIMEDOUT|ENOTFOUND|ENOENT|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN)$/
// What says 'recovery' is about to lead, and doesn't yet: a cluster's new leader for a moment.
const lost =
  /timeout exceeded when trying to connect|timeout expired|Connection terminated|Query read timeout|not queryable|Cannot use a pool after|connection is not opened|socket has been ended|during recovery|recovery is in progress/i

/** The database is away, full up or too slow: the caller should try again later. */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (outages.test(pgCode(error)) || lost.test(error.message)) return true
  const { errors = [] } = error as { errors?: unknown[] }
  return [error.cause, ...errors].some(isOutage)
}

/** A value that the database can't take (SQLSTATE class 22): what was asked was wrong. */
export const isBadValue = (error: unknown): boolean => /^22...$/.test(pgCode(error))
