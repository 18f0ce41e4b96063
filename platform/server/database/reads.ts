import { AsyncLocalStorage } from 'node:async_hooks'
import type pg from 'pg'
import type { Logger } from 'pino'
import { isOutage, openPool } from './database.ts'

/** How long reads go to the primary after the read server has failed, in milliseconds. */
const pause = 5_000

/** Passes visitors' reads to the server of DATABASE_READ_URL, and to the primary while that server fails. */
export type ReadRouter = {
  /** Returns a function that returns the pool for the current work: this one, or one of the read server. */
  poolFor(primary: pg.Pool, settings?: string): () => pg.Pool
  /** Runs `work` with its queries on the read server; if it fails there, again on the primary. */
  asVisitor<T>(work: () => Promise<T>): Promise<T>
  stop(): Promise<unknown>
}

export function openReadRouter(url: string | undefined, log: Logger): ReadRouter {
  if (!url)
    return {
      poolFor: (primary) => () => primary,
      asVisitor: (work) => work(),
      stop: async () => {},
    }
  const isVisitor = new AsyncLocalStorage<true>()
  const pools: pg.Pool[] = []
  let failedUntil = 0
  return {
    poolFor(primary, settings) {
      const reads = openPool({ url, max: primary.options.max, log, settings })
      pools.push(reads)
      return () => (isVisitor.getStore() ? reads : primary)
    },
    async asVisitor(work) {
      if (performance.now() < failedUntil) return work()
      try {
        return await isVisitor.run(true, work)
      } catch (error) {
        if (!isOutage(error) && (error as { status?: number }).status !== 503) throw error
        failedUntil = performance.now() + pause
        log.warn({ err: (error as Error).message }, 'the read server failed; the primary answers')
        return work()
      }
    },
    stop: () => Promise.all(pools.map((pool) => pool.end())),
  }
}
