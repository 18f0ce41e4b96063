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
import type { Database } from '../services.ts'

type PoolOptions = {
  url: string
  max: number
  log: Logger
  settings?: string | undefined
  /** True for long work that no visitor waits for (the demo, an import, a backup): statements have no time limits. */
  withoutTimeouts?: boolean
}

// If the server hangs, requests must get a 503 instead of hanging too (docs/safety.md, F3).
const timeouts = {
  statement_timeout: 10_000,
  query_timeout: 12_000,
  idle_in_transaction_session_timeout: 15_000,
}

export function openPool({ url, max, log, settings, withoutTimeouts }: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    ...connectionTo(url, settings),
    max,
    connectionTimeoutMillis: 2_800,
    ...(withoutTimeouts ? {} : timeouts),
    idleTimeoutMillis: 30_000,
  })
  // Without these two listeners, for idle clients and for clients in use, a restart of the database server would end
  // this process (docs/safety.md, F2).
  pool.on('error', (error) => log.warn({ err: error.message }, 'an idle database connection broke'))
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/** Opens Kysely on a pool, or on the pool that `current` returns for each piece of work. */
export const createDatabase = (pool: pg.Pool, current = () => pool): Database =>
  new Kysely<DB>({ dialect: new PostgresDialect({ pool: preparing(pool, current) }) })

/**
 * Marks statements of every visit or vote, so that each connection parses and plans them only once. Only use it if one
 * plan suits all values, and hide a value by which PostgreSQL would estimate the number of rows: `(select ${value})`.
 */
export const preparedStatementComment = sql.raw('/* prepared */')

const prepared = '/* prepared */'
const names = new Map<string, string>()

/** Returns the name under which each connection prepares a marked statement. */
function nameOf(text: string): string | undefined {
  if (!text.includes(prepared)) return undefined
  const name = names.get(text) ?? `prepared_${names.size}`
  names.set(text, name)
  return name
}

/** Wraps a pool so that marked statements get a name. pg only prepares named statements, and Kysely names none. */
function preparing(pool: pg.Pool, current: () => pg.Pool): PostgresPool {
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect(): Promise<PostgresPoolClient> {
      const client = await current().connect()
      return {
        query(text: unknown, values?: readonly unknown[]) {
          const named = nameOf(text as string)
          const config = { text: text as string, values: values?.slice() ?? [] }
          return client.query(named ? { ...config, name: named } : config) as never
        },
        release: (destroy) => client.release(destroy),
      }
    },
  }
}

/**
 * Planner settings with which all queries were measured, as the embedded server has them (postgres/tuning.ts). With
 * PostgreSQL's own, a query of many branches is compiled for seconds that takes a tenth of that.
 */
const plannerSettings = '-c jit=off -c max_parallel_workers_per_gather=0 -c random_page_cost=1.1'
// pg can't read times in another style.
const timeSettings = '-c datestyle=iso'

/** Returns how each client connects: with our settings, whatever those of the server, database or role are. */
export const connectionTo = (url: string, settings = '') => ({
  connectionString: url,
  // A server that takes connections and stays silent must not hold up a start or a command without a word.
  connectionTimeoutMillis: 30_000,
  options: `${timeSettings} ${plannerSettings} ${settings}`,
})

/**
 * Planner settings of the ranking's own pool. After many votes without VACUUM, the planner would choose a bitmap scan
 * that is 80 times slower than walking the ranked index; and a generic plan wouldn't fit the cells of a query. Other
 * statements must not use this pool, because full-text indexes can't be used without bitmap scans.
 */
export const rankingPlannerSettings =
  '-c enable_bitmapscan=off -c plan_cache_mode=force_custom_plan'

const timingFaults = new Set(['40001', '40P01'])

/** Thrown if a concurrent write came first. Has the code of a serialization failure, so that it is retried. */
export class RetryableConflictError extends Error {
  readonly code = '40001'
}

/** Returns true for serialization failures and deadlocks, which may succeed on a retry. */
export const isRetryableError = (error: unknown): boolean => timingFaults.has(pgCode(error))

/**
 * Runs `work` in a transaction. Retries it after a serialization failure or deadlock, up to 5 attempts
 * (docs/safety.md, F9).
 */
export const transact = <T>(
  database: Database,
  work: (tx: Transaction<DB>) => Promise<T>,
): Promise<T> => withRetries(() => database.transaction().execute(work))

/** Retries `work` like `transact`, without opening a transaction. */
export async function withRetries<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (attempt === 5 || !isRetryableError(error)) throw error
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * 2 ** attempt))
    }
  }
}

export const pgCode = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

/** Returns whether a write violated this unique, check or foreign key constraint. */
export const violatesConstraint = (error: unknown, constraint: string): boolean =>
  ['23505', '23514', '23503'].includes(pgCode(error)) &&
  (error as { constraint?: string }).constraint === constraint

// SQLSTATEs (of lost connections, missing resources, timeouts, shutdowns and the like) and codes of network errors.
const outages =
  /^(08...|53...|57P0.|57014|55P03|58...|25006|25P03|ECONN\w+|EPIPE|ETIMEDOUT|ENOTFOUND|ENOENT|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN)$/
// The messages about recovery come from a replica that hasn't become the primary yet.
const lost =
  /timeout exceeded when trying to connect|timeout expired|Connection terminated|Query read timeout|not queryable|Cannot use a pool after|connection is not opened|socket has been ended|during recovery|recovery is in progress/i

/** Returns true if the database is unavailable, overloaded or too slow, so that the caller should try again later. */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (outages.test(pgCode(error)) || lost.test(error.message)) return true
  const { errors = [] } = error as { errors?: unknown[] }
  return [error.cause, ...errors].some(isOutage)
}

/** Returns whether the database rejected a value (SQLSTATE class 22), which means that the request was invalid. */
export const isBadValue = (error: unknown): boolean => /^22...$/.test(pgCode(error))
