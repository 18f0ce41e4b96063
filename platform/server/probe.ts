import pg from 'pg'
import type { Logger } from 'pino'
import { Refusal, unavailable } from '#platform/contract/failure.ts'

export type Probe = {
  /** Whether every database that calls use answers within this time. */
  answers(milliseconds: number): Promise<boolean>
  /** Waits for `work` as long as the database lives; throws 503 once it hangs (F3). */
  whileAlive<T>(work: Promise<T>): Promise<T>
  stop(): Promise<void>
}

// Together below the 3 s within which a call must say that the database is away.
const unsuspicious = 700
const silence = 2_000

export const away = () =>
  new Refusal(503, unavailable.code, unavailable.message, {}, { 'Retry-After': '2' })

/**
 * Tells a database that hangs from work that takes long, over connections of its own: a pool that is
 * exhausted says nothing about the server behind it.
 */
export function openProbe(urls: string[], log: Logger): Probe {
  const pools = [...new Set(urls)].map((connectionString) => {
    const pool = new pg.Pool({
      connectionString,
      max: 1,
      application_name: 'yolo-probe',
      connectionTimeoutMillis: 2_500,
      query_timeout: 2_500,
      idleTimeoutMillis: 60_000,
    })
    pool.on('error', () => {})
    pool.on('connect', (client) => client.on('error', () => {}))
    return pool
  })
  let asked: Promise<boolean> | undefined

  /** One question at a time, however many want to know. */
  const ask = () =>
    (asked ??= Promise.all(pools.map((pool) => pool.query('select 1')))
      .then(
        () => true,
        () => false,
      )
      .finally(() => (asked = undefined)))

  const answers: Probe['answers'] = (milliseconds) =>
    Promise.race([
      ask(),
      new Promise<boolean>((resolve) => {
        // A busy process reads first what has come meanwhile.
        const late = () => setImmediate(() => resolve(false))
        setTimeout(late, milliseconds).unref()
      }),
    ])

  return {
    answers,
    async whileAlive(work) {
      let done = false
      let watch: NodeJS.Timeout | undefined
      const lost = new Promise<never>((_, reject) => {
        const look = async () => {
          if (await answers(silence)) {
            if (!done) watch = setTimeout(look, unsuspicious)
          } else if (!done) {
            log.warn('the database does not answer')
            reject(away())
          }
        }
        watch = setTimeout(look, unsuspicious)
      })
      // Its later outcome is ignored.
      work.catch(() => {})
      try {
        return await Promise.race([work, lost])
      } finally {
        done = true
        clearTimeout(watch)
      }
    },
    async stop() {
      await Promise.all(pools.map((pool) => pool.end()))
    },
  }
}
