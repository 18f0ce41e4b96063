import { AsyncLocalStorage } from 'node:async_hooks'
import type pg from 'pg'
import type { Logger } from 'pino'
import { isOutage, openPool } from './database.ts'

/** How long reads go to the primary after the read server has failed, in milliseconds. */
const pause = 5_000

/** Passes visitors' reads to the server of DATABASE_READ_URL, and to the primary while that server fails. */
export type ReadRouter = {
  /** Returns where the current work's queries go. */
  pool(): pg.Pool
  /** Runs `work` with its queries on the read server; if it fails there, again on the primary. */
  asVisitor<T>(work: () => Promise<T>): Promise<T>
  stop(): Promise<void>
}

export function openReadRouter(
  primary: pg.Pool,
  { url, max, log }: { url: string | null; max: number; log: Logger },
): ReadRouter {
  if (!url) return { pool: () => primary, asVisitor: (work) => work(), stop: async () => {} }
  const reads = openPool({ url, max, log })
  const current = new AsyncLocalStorage<pg.Pool>()
  let failedUntil = 0
  return {
    pool: () => current.getStore() ?? primary,
    async asVisitor(work) {
      if (performance.now() < failedUntil) return work()
      try {
        return await current.run(reads, work)
      } catch (error) {
        const cause = (error as { cause?: unknown }).cause ?? error
        if (!isOutage(cause)) throw error
        failedUntil = performance.now() + pause
        log.warn({ err: (cause as Error).message }, 'the read server failed; the primary answers')
        return work()
      }
    },
    stop: () => reads.end(),
  }
}
