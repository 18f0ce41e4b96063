import type { Kysely, Transaction } from 'kysely'
import type pg from 'pg'
import type { Logger } from 'pino'
import type { ReadRouter } from './database/reads.ts'
import type { DB } from './database/schema.ts'
import type { RateLimiter } from './http/limits.ts'
import type { Jobs } from './jobs/jobs.ts'
import type { Settings } from './settings.ts'

export type Clock = { now(): Date }
export type Database = Kysely<DB>
/** The database within a transaction. */
export type Tx = Transaction<DB>

/** Services that features' handlers and commands may need. app/ passes them to their factories. */
export type Services = {
  settings: Settings
  database: Database
  /** Only for the ranking's queries: its planner settings rule out bitmap scans, which others need. */
  ranking: Database
  readRouter: ReadRouter
  /** Opens a separate connection to the primary without time limits, for COPY or long locks. */
  connect(): Promise<pg.Client>
  jobs: Jobs
  limits: RateLimiter
  /** Returns the metrics as text for Prometheus. */
  readMetrics(): Promise<string>
  clock: Clock
  log: Logger
  /** Aborted when this process is about to stop. */
  stopping: AbortSignal
}

export const systemClock: Clock = { now: () => new Date() }
