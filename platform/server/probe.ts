import pg from 'pg'
import type { Logger } from 'pino'
import { Refusal, unavailable } from '#platform/contract/failure.ts'
import { connectionTo } from './database/database.ts'

export type Probe = {
  /**
   * Returns whether the primary answers within this time. Replicas aren't probed: if one hangs, its pending queries are
   * repeated on the primary.
   */
  answers(milliseconds: number): Promise<boolean>
  /** Waits for `work` while the database answers. Throws 503 once it hangs (docs/safety.md, F3). */
  whileAlive<T>(work: Promise<T>): Promise<T>
  stop(): Promise<void>
}

// Milliseconds after which a pending call makes us probe the database, and milliseconds to wait for the probe's answer.
// Their sum is less than the 3 s within which a call must report an unavailable database.
const unsuspicious = 700
const silence = 2_000

export const databaseUnavailable = () =>
  new Refusal(503, unavailable.code, unavailable.message, {}, { 'Retry-After': '2' })

type Waiting = { since: number; reject(reason: Refusal): void }

/**
 * Opens a probe, which distinguishes a hanging database from slow work. It uses its own connection, because an
 * exhausted pool says nothing about the server behind it.
 */
export function openProbe(url: string, log: Logger): Probe {
  const pool = new pg.Pool({
    ...connectionTo(url),
    max: 1,
    application_name: 'yolo-probe',
    connectionTimeoutMillis: 2_500,
    query_timeout: 2_500,
    idleTimeoutMillis: 60_000,
  })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  let asked: Promise<boolean> | undefined

  /** Queries the database. Concurrent callers share a query. */
  const ask = () =>
    (asked ??= pool
      .query('select 1')
      .then(
        () => true,
        () => false,
      )
      .finally(() => (asked = undefined)))

  const answers: Probe['answers'] = (milliseconds) =>
    Promise.race([
      ask(),
      new Promise<boolean>((resolve) => {
        // Lets a busy process first read an answer that has already arrived.
        const late = () => setImmediate(() => resolve(false))
        setTimeout(late, milliseconds).unref()
      }),
    ])

  const waiting = new Set<Waiting>()
  /** A single timer for all pending work, because a timer for each costs as much as a short call. */
  let watch: NodeJS.Timeout | undefined

  /** Probes the database if any work is overdue, and rejects overdue work if there is no answer. */
  async function look(): Promise<void> {
    const long = (one: Waiting) => performance.now() - one.since >= unsuspicious
    if ([...waiting].some(long) && !(await answers(silence))) {
      // This includes work that became overdue during the probe, because the database hasn't answered since.
      const lost = [...waiting].filter(long)
      if (lost.length > 0) log.warn('the database does not answer')
      for (const one of lost) {
        waiting.delete(one)
        one.reject(databaseUnavailable())
      }
    }
    // The next check is due when more work becomes overdue, but at the latest after `unsuspicious`.
    const oldest = Math.min(...[...waiting].filter((one) => !long(one)).map(({ since }) => since))
    const next = Math.min(unsuspicious, Math.max(20, oldest + unsuspicious - performance.now()))
    watch = waiting.size > 0 ? setTimeout(() => void look(), next) : undefined
  }

  return {
    answers,
    whileAlive: (work) =>
      new Promise((resolve, reject) => {
        const one: Waiting = { since: performance.now(), reject }
        waiting.add(one)
        watch ??= setTimeout(() => void look(), unsuspicious)
        const ended =
          <V>(settle: (value: V) => void) =>
          (value: V) => {
            waiting.delete(one)
            settle(value)
          }
        work.then(ended(resolve), ended(reject))
      }),
    async stop() {
      clearTimeout(watch)
      await pool.end()
    },
  }
}
