import { CompiledQuery, type Kysely, type Transaction } from 'kysely'
import { PgBoss, type JobResult } from 'pg-boss'
import type { Logger } from 'pino'
import { connectionTo } from '../database/database.ts'
import type { DB } from '../database/schema.ts'

/** A queue of jobs that outlive their request. Jobs are stored in the database and retried with growing delays. */
export type JobQueue<Data extends object = any> = {
  name: string
  run(data: Data): Promise<void>
  retryLimit?: number
  /** Seconds before the first retry. The delay doubles with each further one, up to an hour. */
  retryDelay?: number
  /** Cron expression for recurring jobs. One that does its work makes up for those of its queue that were given up. */
  every?: string
  /**
   * True if a job sends something out of the site. Only two are taken at a time then: what was sent before a stop, but
   * not recorded yet, is sent again, and what was taken before a crash waits a quarter of an hour.
   */
  sends?: true
}

export type Jobs = {
  /** Adds a job. If `tx` is a transaction, the job only exists once it commits. */
  send(queue: string, data: object, tx?: Transaction<DB> | Kysely<DB>): Promise<void>
  start(queues: JobQueue[]): Promise<void>
  stop(): Promise<void>
}

// The jobs of a batch each have their own outcome. There is no pause between batches during a backlog.
const usualPace = {
  pollingIntervalSeconds: 2,
  // Nothing notifies the worker when a retry is due, so it polls as well.
  notifyPollingIntervalSeconds: 5,
  batchSize: 10,
  burstWhenBatchFull: true,
  perJobResults: true,
} as const

export function createJobs(url: string, log: Logger): Jobs {
  const boss = new PgBoss({
    ...connectionTo(url),
    max: 3,
    application_name: 'yolo-jobs',
    useListenNotify: true,
  })
  // It also reports plain objects that it copied from errors.
  boss.on('error', ({ message }) => log.warn({ err: message }, 'the job runner met an error'))
  const deleteGivenUp = (queue: string) =>
    boss.getDb().executeSql(`delete from pgboss.job where name = $1 and state = 'failed'`, [queue])
  let started = false
  return {
    async send(queue, data, tx) {
      const through = tx && {
        db: {
          async executeSql(text: string, values: unknown[] = []) {
            const { rows } = await tx.executeQuery<any>(CompiledQuery.raw(text, values))
            return { rows }
          },
        },
      }
      await boss.send(queue, data, through ?? {})
    },
    async start(queues) {
      await boss.start()
      started = true
      for (const { name, run, retryLimit = 5, retryDelay = 5, every, sends } of queues) {
        const pace = sends ? { ...usualPace, batchSize: 2 } : usualPace
        const retries = { retryLimit, retryDelay, retryBackoff: true, retryDelayMax: 3600 }
        await boss.createQueue(name, { ...retries, notify: true })
        if (every) await boss.schedule(name, every)
        await boss.work<object, void, typeof pace>(name, pace, async (batch) => {
          const results: JobResult[] = []
          for (const { id, data } of batch)
            try {
              await run(data ?? {})
              if (every) await deleteGivenUp(name)
              results.push({ id, status: 'completed' })
            } catch (error) {
              const { message } = error as Error
              log.warn({ queue: name, job: id, err: message }, 'a job failed; it is tried again')
              results.push({ id, status: 'failed', output: { message } })
            }
          return results
        })
      }
    },
    async stop() {
      if (started) await boss.stop({ graceful: true, timeout: 1_000 })
    },
  }
}
