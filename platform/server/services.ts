import type { Kysely, Transaction } from 'kysely'
import type pg from 'pg'
import type { Logger } from 'pino'
import type { EventBus } from './events.ts'
import type { Jobs } from './jobs/jobs.ts'
import type { CallLimits } from './http/overload/call-concurrency.ts'
import type { RateLimiter } from './http/limits.ts'
import type { SiteMetrics } from './metrics/metrics.ts'
import type { Probe } from './probe.ts'
import type { ReadRouter } from './replicas/reads.ts'
import type { DB } from './database/schema.ts'
import type { Settings } from './settings.ts'

export type Clock = { now(): Date }
export type Database = Kysely<DB>
/** The database within a transaction. */
export type Tx = Transaction<DB>

/** Services that features' handlers and commands may need. app/ passes them to their factories. */
export type Services = {
  settings: Settings
  database: Database
  /** For reads without transactions. Uses a replica that has replayed what the request must see, else the primary. */
  listing: Database
  /**
   * Like `listing`, but only for the ranking's queries: its planner settings rule out bitmap scans, which others need.
   */
  ranking: Database
  /** Controls which changes reads on `listing` and `ranking` must see. */
  reads: ReadRouter
  /** Opens a separate connection to the primary without time limits, for COPY or long locks. */
  connect(): Promise<pg.Client>
  jobs: Jobs
  /** Sends events to all processes after a commit. */
  events: EventBus
  probe: Probe
  limits: RateLimiter
  /** Null if RATE_LIMITS is 'off'. */
  callLimits: CallLimits | null
  /** Null if METRICS_TOKEN isn't set. */
  meter: SiteMetrics | null
  clock: Clock
  log: Logger
  /** Aborted when this process is about to stop. */
  stopping: AbortSignal
}

export const systemClock: Clock = { now: () => new Date() }
