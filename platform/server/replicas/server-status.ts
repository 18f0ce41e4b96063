import pg from 'pg'
import { pgCode } from '../database.ts'
import type { Position } from './reads.ts'

/** What a server says of itself. */
export type ServerStatus = {
  /** It replays what another one writes. */
  inRecovery: boolean
  /** All that was committed before it is to be seen there; of a primary, it is on its disk. */
  position: Position
  /** Another after each change of the primary; of a primary only. */
  timeline: string | null
  /** When it started: together with the next it is this server and no other. */
  started: string
  /** The same of a primary, its replicas and their databases. */
  cluster: string
}

/** Milliseconds within which a server must answer a check. */
const patience = 1_000

const identity = "(select system_identifier::text from pg_control_system()) || '/'"
/** Where the role may not call pg_control_system: what only a copy has the same of. */
const likeness = "'users'::regclass::oid || '/'"

const statusQuery = (cluster: string) => `
  select pg_is_in_recovery() as "inRecovery",
         coalesce(case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_flush_lsn() end - '0/0', 0)::float8 as position,
         case when not pg_is_in_recovery() then left(pg_walfile_name(pg_current_wal_insert_lsn()), 8) end as timeline,
         extract(epoch from pg_postmaster_start_time())::text as started,
         ${cluster} || (select oid from pg_database where datname = current_database()) as cluster`

export type StatusReader = {
  /** Asks the server, over a connection that is kept; throws where it doesn't answer in time. */
  check(): Promise<ServerStatus>
  end(): Promise<void>
}

export function statusReader(url: string): StatusReader {
  let client: pg.Client | undefined
  let cluster = identity

  const drop = () => {
    const old = client
    client = undefined
    // What hangs isn't waited for.
    old?.end().catch(() => {})
    ;(
      old as unknown as { connection?: { stream?: { destroy(): void } } }
    )?.connection?.stream?.destroy()
  }

  async function connected(): Promise<pg.Client> {
    if (client) return client
    const made = new pg.Client({
      connectionString: url,
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
