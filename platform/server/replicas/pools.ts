import pg from 'pg'
import type { Logger } from 'pino'
import { createDatabase, openPool, rankingPlannerSettings } from '../database/database.ts'
import type { Database } from '../services.ts'

export type ReplicaPoolName = 'listing' | 'ranking'

/** Connection pools of a replica. They are given up if it restarts, becomes the primary or doesn't answer a check. */
export type ReplicaPools = {
  started: string
  /** Runs a query. Rejects with an outage error if the pools are given up before it ends. */
  ask<T>(kind: ReplicaPoolName, question: (database: Database) => Promise<T>): Promise<T>
  /** Rejects all pending queries and closes the pools. */
  giveUp(): void
}

type Options = { url: string; started: string; max: number; log: Logger }

export function replicaPools({ url, started, max, log }: Options): ReplicaPools {
  const open = (settings?: string) => {
    const pool = openPool({ url, max, log, settings })
    pool.options.verify = (client, done) => void verify(client, started, done)
    return createDatabase(pool)
  }
  const databases: Record<ReplicaPoolName, Database> = {
    listing: open(),
    ranking: open(rankingPlannerSettings),
  }
  const waiting = new Set<() => void>()
  let given = false
  return {
    started,
    ask: (kind, question) =>
      new Promise((resolve, reject) => {
        const giveUp = () => reject(another())
        if (given) return giveUp()
        waiting.add(giveUp)
        question(databases[kind])
          .then(resolve, reject)
          .finally(() => waiting.delete(giveUp))
      }),
    giveUp() {
      given = true
      for (const one of waiting) one()
      for (const database of Object.values(databases)) database.destroy().catch(() => {})
    },
  }
}

/** Checks that a new connection leads to the same replica, because its address may lead to another server by now. */
async function verify(
  client: pg.PoolClient,
  started: string,
  done: (error?: Error) => void,
): Promise<void> {
  let error: Error | undefined
  try {
    const { rows } = await client.query<{ same: boolean }>(
      `select pg_is_in_recovery() and extract(epoch from pg_postmaster_start_time())::text = $1 as same`,
      [started],
    )
    if (!rows[0]?.same) error = another()
  } catch (failed) {
    error = failed as Error
  }
  done(error)
}

/** The error code ECONNABORTED makes this count as an outage, so that the query is repeated on the primary. */
const another = () =>
  Object.assign(new Error('The replica is no longer the server that it was.'), {
    code: 'ECONNABORTED',
  })
