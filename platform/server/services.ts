import type { Kysely, Transaction } from 'kysely'
import type pg from 'pg'
import type { Logger } from 'pino'
import type { Events } from './events.ts'
import type { Jobs } from './jobs.ts'
import type { Limits } from './http/limits.ts'
import type { Meter } from './metrics.ts'
import type { Probe } from './probe.ts'
import type { Reads } from './replicas/reads.ts'
import type { DB } from './schema.ts'
import type { Settings } from './settings.ts'

export type Clock = { now(): Date }
export type Database = Kysely<DB>
/** The database within a transaction. */
export type Tx = Transaction<DB>

/** What a feature's handlers and commands may need; handed to their factories by app/. */
export type Services = {
  settings: Settings
  database: Database
  /** Reads only, statement by statement, on a replica that has what must be seen, else on the primary. */
  listing: Database
  /** The same for the ranking's two questions and nothing else: its settings shut other indexes out. */
  ranking: Database
  /** What reads on the two must see. */
  reads: Reads
  /** A connection of one's own to the primary, without time limits, for what no pool can do: COPY, a lock for long. */
  connect(): Promise<pg.Client>
  jobs: Jobs
  /** What happened, told to all processes after the commit. */
  events: Events
  probe: Probe
  limits: Limits
  /** Null where nobody may read the figures. */
  meter: Meter | null
  clock: Clock
  log: Logger
  /** Fires when this process is about to stop. */
  stopping: AbortSignal
}

export const systemClock: Clock = { now: () => new Date() }
