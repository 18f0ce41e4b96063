import pg from 'pg'
import type { Logger } from 'pino'
import { Refusal, unavailable } from '#platform/contract/failure.ts'

export type Probe = {
  /** Whether the primary answers within this time: replicas have nobody wait for them. */
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

type Waiting = { since: number; reject(reason: Refusal): void }

/**
 * Tells a database that hangs from work that takes long, over connections of its own: a pool that is
 * exhausted says nothing about the server behind it.
 */
export function openProbe(url: string, log: Logger): Probe {
  const pool = new pg.Pool({
    connectionString: url,
    max: 1,
    application_name: 'yolo-probe',
    connectionTimeoutMillis: 2_500,
    query_timeout: 2_500,
    idleTimeoutMillis: 60_000,
  })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  let asked: Promise<boolean> | undefined

  /** One question at a time, however many want to know. */
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
        // A busy process reads first what has come meanwhile.
        const late = () => setImmediate(() => resolve(false))
        setTimeout(late, milliseconds).unref()
      }),
    ])

  const waiting = new Set<Waiting>()
  /** One for all that wait: a timer for each costs as much as a short call. */
  let watch: NodeJS.Timeout | undefined

  /** Looks while anyone has waited for long. */
  async function look(): Promise<void> {
    const long = (one: Waiting) => performance.now() - one.since >= unsuspicious
    if ([...waiting].some(long) && !(await answers(silence))) {
      // Those too that came meanwhile: nobody has been answered for longer than they wait.
      const lost = [...waiting].filter(long)
      if (lost.length > 0) log.warn('the database does not answer')
      for (const one of lost) {
        waiting.delete(one)
        one.reject(away())
      }
    }
    // At the moment when the next of them has waited so long.
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
