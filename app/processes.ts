import cluster, { type Worker } from 'node:cluster'
import { RateLimiterClusterMaster } from 'rate-limiter-flexible'
import { openLog } from '#platform/server/log.ts'
import { serveMetricsToWorkers } from '#platform/server/metrics/shared-metrics.ts'
import type { LogLevel } from '#platform/server/settings.ts'
import { closeUnacceptedConnections } from './unaccepted-connections.ts'

/** Environment variable that is '1' only in the first process, which alone prints the site's address. */
const firstProcess = 'FIRST_OF_PROCESSES'
export const isFirstProcess = () => process.env[firstProcess] === '1'

/** Milliseconds before a process that died is replaced. Longer if it never listened, to avoid a tight loop. */
const restartDelay = { listened: 100, neverListened: 5_000 }

/**
 * Runs the site in several processes that share its port. The first one migrates and seeds the database and warms the
 * caches before the others start. A process that dies is replaced, and all stop together. If the first one can't start,
 * the others don't either.
 */
export function runProcesses(count: number, logLevel: LogLevel): void {
  const log = openLog(logLevel)
  const listening = new WeakSet<Worker>()
  let started = false
  let stopping = false
  // Node lists a worker for a moment after it has ended.
  const workers = () =>
    Object.values(cluster.workers ?? {}).filter((worker) => worker && !worker.isDead()) as Worker[]
  const fork = (isFirst: boolean) =>
    closeUnacceptedConnections(cluster.fork({ [firstProcess]: isFirst ? '1' : '' }))

  function stop() {
    stopping = true
    // This process ends even if another one hangs.
    setTimeout(() => process.exit(1), 10_000).unref()
    for (const worker of workers()) worker.process.kill('SIGTERM')
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop)

  cluster.on('listening', (worker) => {
    listening.add(worker)
    if (started) return
    started = true
    for (let n = 1; n < count && !stopping; n++) fork(false)
  })
  cluster.on('exit', (worker, code, signal) => {
    if (stopping || !started) {
      if (workers().length === 0) process.exit(stopping ? 0 : code || 1)
      return
    }
    log.error({ pid: worker.process.pid, code, signal }, 'a process of the site died')
    setTimeout(
      () => {
        if (!stopping) fork(false)
      },
      listening.has(worker) ? restartDelay.listened : restartDelay.neverListened,
    )
  })
  serveMetricsToWorkers()
  // Counts, for all processes, the rate limits that aren't counted in the database.
  void new RateLimiterClusterMaster()
  fork(true)
}
