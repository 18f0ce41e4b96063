import { sql } from 'kysely'

/**
 * A position in the database's write-ahead log, in bytes since its start. A server that has reached a position has
 * every change that was committed before it.
 */
export type LogPosition = number

/** The server that answers the queries within one call of `withSource`. */
export type ReadServer = {
  /** Returns the position up to which all queries see every change, or null for the primary, which misses none. */
  sees(): LogPosition | null
  /** Reports that the server has reached this position. */
  reached(position: LogPosition): void
}

export type ReadRouter = {
  /** True if there are replicas. */
  replicated: boolean
  /**
   * Runs `work`, in which `services.listing` and `services.ranking` see all changes committed before `required`. All
   * its queries go to one server. If that server fails, the rest go to the primary, so that a later query never sees
   * older data.
   */
  withSource<T>(required: LogPosition, work: (source: ReadServer) => Promise<T>): Promise<T>
  /** Returns the position that the current request must see. */
  requiredPosition(): LogPosition
  /** Returns a number that changes after a failover or restart of a server, because data read before may be lost. */
  generation(): number
  /** Checks all replicas and returns their states, in the order of DATABASE_READ_URLS. */
  states(): Promise<ReplicaState[]>
}

/** Why a replica isn't used. `primary` isn't an error: the server is currently the primary. */
export type ReplicaExclusionReason =
  | 'not checked'
  | 'away'
  | 'primary'
  | 'promoted'
  | 'foreign'
  | 'behind'
export type ReplicaState = { leftOut: ReplicaExclusionReason | null; behind: number }

const primary: ReadServer = { sees: () => null, reached: () => {} }

/** Used if there are no replicas. */
export const primaryReadRouter: ReadRouter = {
  replicated: false,
  withSource: (_required, work) => work(primary),
  requiredPosition: () => 0,
  generation: () => 0,
  states: async () => [],
}

/**
 * SQL for the log position of the server that runs the statement. All changes that the statement sees lie before it.
 */
export const currentLogPositionSql = sql<LogPosition>`(
  case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_insert_lsn() end - '0/0')::float8`
