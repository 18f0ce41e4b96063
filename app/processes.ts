import cluster, { type Worker } from 'node:cluster'
import { RateLimiterClusterMaster } from 'rate-limiter-flexible'
import { openLog } from '#platform/server/log.ts'
import { tellFigures } from '#platform/server/shared-metrics.ts'
import type { LogLevel } from '#platform/server/settings.ts'

/** The first of several says where the site is. */
const first = 'FIRST_OF_PROCESSES'
export const says = () => process.env[first] === '1'

/** Milliseconds before one that died is replaced, longer where it never came so far as to listen. */
const pause = { died: 100, never: 5_000 }

/**
 * Runs the site in several processes that share its port. The first migrates, fills and warms what a first start
 * needs, then the others follow; one that dies is replaced; all leave together. If the first can't start, nobody does.
 */
export function runProcesses(count: number, logLevel: LogLevel): void {
  const log = openLog(logLevel)
  const listening = new WeakSet<Worker>()
  let started = false
  let leaving = false
  const workers = () => Object.values(cluster.workers ?? {}).filter((one) => one !== undefined)
  const begin = (isFirst: boolean) => void cluster.fork({ [first]: isFirst ? '1' : '' })

  function leave() {
    leaving = true
    // A process that hangs is left to the operating system.
    setTimeout(() => process.exit(1), 10_000).unref()
    for (const { process: one } of workers()) one.kill('SIGTERM')
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, leave)

  cluster.on('listening', (worker) => {
    listening.add(worker)
    if (started) return
    started = true
    for (let n = 1; n < count && !leaving; n++) begin(false)
  })
  cluster.on('exit', (worker, code, signal) => {
    if (leaving || !started) {
      if (workers().length === 0) process.exit(leaving ? 0 : code || 1)
      return
    }
    log.error({ pid: worker.process.pid, code, signal }, 'a process of the site died')
    setTimeout(
      () => {
        if (!leaving) begin(false)
      },
      listening.has(worker) ? pause.died : pause.never,
    )
  })
  tellFigures()
  // Counts the budgets of all that aren't kept in the database.
  void new RateLimiterClusterMaster()
  begin(true)
}
