import { sql } from 'kysely'

/** How far a server's log has got, in bytes since it was made: what is committed lies before some position. */
export type Position = number

/** The server that answers what is read within one `from`. */
export type Source = {
  /** What was committed before this is in all that is read; null of the primary, where nothing is missing. */
  sees(): Position | null
  /** The server says that it has got as far by now. */
  reached(position: Position): void
}

export type Reads = {
  /** Whether there are any. */
  replicated: boolean
  /**
   * Within `work`, `services.listing` and `services.ranking` see what was committed before `need`. All is read from
   * one server; where it fails, from then on from the primary: what is read later is never older.
   */
  from<T>(need: Position, work: (source: Source) => Promise<T>): Promise<T>
  /** What this request needs to see. */
  need(): Position
  /** Another number once the servers have changed their parts: what was read before may not have happened. */
  era(): number
  /** How each of DATABASE_READ_URLS is, in their order, once each has been checked. */
  states(): Promise<ReplicaState[]>
}

/** Why a replica isn't asked; `primary` is no fault: it is the primary itself for now. */
export type LeftOut = 'not checked' | 'away' | 'primary' | 'promoted' | 'foreign' | 'behind'
export type ReplicaState = { leftOut: LeftOut | null; behind: number }

const primary: Source = { sees: () => null, reached: () => {} }

/** Where there are no replicas. */
export const primaryReads: Reads = {
  replicated: false,
  from: (_need, work) => work(primary),
  need: () => 0,
  era: () => 0,
  states: async () => [],
}

/** For a statement that is to tell how far its server has got: never less than it sees. */
export const positionNow = sql<Position>`(
  case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_insert_lsn() end - '0/0')::float8`
