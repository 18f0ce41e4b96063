import { readFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { startSite } from '../../platform/testing/process.ts'
import type { Figures } from '../http.ts'
import { medianOf } from '../measure.ts'
import { constant, fullRate } from '../rate.ts'

/**
 * Maximum time until the site listens, in milliseconds, and maximum memory at rest, in MiB. Both are of the site's own
 * process, with the database already running.
 */
const most = { ready: 1_500, rest: 300 }

/**
 * Measures how long a start on the full database takes, and how much memory the site uses when nobody sends requests.
 */
export async function benchStart(env: Record<string, string>, rounds: number): Promise<Figures> {
  const control = await constant()
  const [times, sizes, rates]: [number[], number[], number[]] = [[], [], []]
  try {
    for (let round = 0; round < rounds; round++) {
      rates.push(await control.rate())
      const begun = performance.now()
      const site = await startSite(env)
      times.push(performance.now() - begun)
      // By then, what the start has left behind is garbage-collected.
      await wait(5_000)
      sizes.push(await residentOf(site.pid))
      await site.end('SIGTERM')
    }
  } finally {
    control.close()
  }
  const [ready, rest, rate] = [medianOf(times), medianOf(sizes), medianOf(rates)]
  const scaled = (ready * rate) / fullRate
  console.log(
    `\nready in ${ready.toFixed(0)} ms, scaled ${scaled.toFixed(0)} of ${most.ready} (the constant: ${rate.toFixed(0)}/s); at rest ${rest.toFixed(0)} of ${most.rest} MiB`,
  )
  return {
    start_ready: { ratio: most.ready / scaled, ready, scaled, constantPerSecond: rate, times },
    start_rest: { ratio: most.rest / rest, rest, sizes },
  }
}

/** Returns a process's resident memory in MiB. */
async function residentOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)![1]) / 1024
}
