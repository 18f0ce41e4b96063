import pg from 'pg'
import type { Logger } from 'pino'
import { kysely, openPool, rankingSettings } from '../database.ts'
import type { Database } from '../services.ts'

export type Kind = 'listing' | 'ranking'

/** Connections to a replica as it is: none outlives its restart or its becoming the primary. */
export type ReplicaPools = {
  started: string
  /** Asks it; fails as an outage once these are given up. */
  ask<T>(kind: Kind, question: (database: Database) => Promise<T>): Promise<T>
  /** Nobody waits for an answer any longer. */
  giveUp(): void
}

type Options = { url: string; started: string; max: number; log: Logger }

export function replicaPools({ url, started, max, log }: Options): ReplicaPools {
  const open = (settings?: string) => {
    const pool = openPool({ url, max, log, ...(settings ? { settings } : {}) })
    pool.options.verify = (client, done) => void verify(client, started, done)
    return kysely(pool)
  }
  const databases: Record<Kind, Database> = { listing: open(), ranking: open(rankingSettings) }
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

/** The address may lead elsewhere by now: a balancer's, or one that was given to another server. */
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

/** Known as an outage by its code: the primary is asked instead. */
const another = () =>
  Object.assign(new Error('The replica is no longer the server that it was.'), {
    code: 'ECONNABORTED',
  })
