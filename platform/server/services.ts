import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { Events } from './events.ts'
import type { Jobs } from './jobs.ts'
import type { DB } from './schema.ts'
import type { Settings } from './settings.ts'

export type Clock = { now(): Date }
export type Database = Kysely<DB>

/** What a feature's handlers and commands may need; handed to their factories by app/. */
export type Services = {
  settings: Settings
  database: Database
  /** Reads only, on a replica where there is one; planned for the ranking's indexes. */
  listing: Database
  jobs: Jobs
  /** What happened, told to all processes after the commit. */
  events: Events
  clock: Clock
  log: Logger
}

export const systemClock: Clock = { now: () => new Date() }
