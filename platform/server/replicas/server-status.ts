import pg from 'pg'
import { connectionTo, pgCode } from '../database/database.ts'
import type { LogPosition } from './reads.ts'

/** Status of a database server, as it reports it. */
export type ServerStatus = {
  /** True for a replica, which replays the log of another server. */
  inRecovery: boolean
  /** Log position. A replica shows all changes before it; a primary has written them to disk. */
  position: LogPosition
  /** The log's timeline, which changes with every failover. Null for a replica. */
  timeline: string | null
  /** Start time in seconds. Together with `cluster` it identifies a server until it restarts. */
  started: string
  /** Identifies the cluster and database. Equal for a primary and its replicas. */
  cluster: string
}

/** Milliseconds within which a server must answer a check. */
const patience = 1_000

const identity = "(select system_identifier::text from pg_control_system()) || '/'"
/**
 * Used if the role may not call pg_control_system. The table `users` has the same oid in a replica as in its primary,
 * but rarely in an unrelated database.
 */
const likeness = "'users'::regclass::oid || '/'"

const statusQuery = (cluster: string) => `
  select pg_is_in_recovery() as "inRecovery",
         coalesce(case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_flush_lsn() end - '0/0', 0)::float8 as position,
         case when not pg_is_in_recovery() then left(pg_walfile_name(pg_current_wal_insert_lsn()), 8) end as timeline,
         extract(epoch from pg_postmaster_start_time())::text as started,
         ${cluster} || (select oid from pg_database where datname = current_database()) as cluster`

export type StatusReader = {
  /** Queries the server over a persistent connection. Throws if it doesn't answer in time. */
  check(): Promise<ServerStatus>
  end(): Promise<void>
}

export function statusReader(url: string): StatusReader {
  let client: pg.Client | undefined
  let cluster = identity

  const drop = () => {
    const old = client
    client = undefined
    // Closing isn't awaited, because the connection may hang.
    old?.end().catch(() => {})
    ;(
      old as unknown as { connection?: { stream?: { destroy(): void } } }
    )?.connection?.stream?.destroy()
  }

  async function connected(): Promise<pg.Client> {
    if (client) return client
    const made = new pg.Client({
      ...connectionTo(url),
      application_name: 'yolo-replicas',
      connectionTimeoutMillis: patience,
      query_timeout: patience,
      statement_timeout: patience,
    })
    made.on('error', () => {
      if (client === made) client = undefined
    })
    client = made
    await made.connect()
    return made
  }

  const ask = async () =>
    (await (await connected()).query<ServerStatus>(statusQuery(cluster))).rows[0]!

  return {
    async check() {
      try {
        try {
          return await ask()
        } catch (error) {
          if (pgCode(error) !== '42501' || cluster === likeness) throw error
          cluster = likeness
          return await ask()
        }
      } catch (error) {
        drop()
        throw error
      }
    },
    end: async () => drop(),
  }
}
