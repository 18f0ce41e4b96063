import type { Weighed } from './once.ts'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { Figures } from '../http.ts'
import { medianOf } from '../measure.ts'
import { memoryFlags } from '../../bootstrap/site.mjs'
import { constant, fullRate } from '../rate.ts'

/**
 * Maximum time for a million votes, in seconds, and maximum memory in addition to what the process uses at rest, in
 * MiB.
 */
const most = { seconds: 60, memory: 150 }

/**
 * Measures weighing all votes in a separate process: first as the nightly job does, then by the time at which they were
 * cast, as after a long downtime.
 */
export async function benchWeighing(url: string): Promise<Figures> {
  const control = await constant()
  const rates = [await control.rate()]
  const child = fork(new URL('once.ts', import.meta.url), [url], {
    execArgv: [...memoryFlags, '--expose-gc'],
  })
  try {
    const weighed = await Promise.race([
      once(child, 'message').then(([said]) => said as Weighed),
      once(child, 'exit').then(([code]) => {
        throw new Error(`The weighing ended with ${code}.`)
      }),
    ])
    rates.push(await control.rate())
    return figuresOf(weighed, medianOf(rates))
  } finally {
    child.kill()
    control.close()
  }
}

function figuresOf({ votes, rounds }: Weighed, rate: number): Figures {
  const perMillion = (seconds: number) => (seconds * 1_000_000) / votes
  const slowest = perMillion(Math.max(...rounds.map(({ seconds }) => seconds)))
  const scaled = (slowest * rate) / fullRate
  const memory = Math.max(...rounds.map(({ before, peak }) => peak - before))
  console.log(`\nweighing ${votes} votes (the constant: ${rate.toFixed(0)}/s)`)
  for (const { what, seconds, before, peak } of rounds)
    console.log(
      `${what.padEnd(20)} ${seconds.toFixed(1)} s, ${perMillion(seconds).toFixed(1)} s a million; ${before.toFixed(0)} MiB before, ${peak.toFixed(0)} at most`,
    )
  return {
    weigh_1m: {
      ratio: most.seconds / scaled,
      seconds: slowest,
      scaled,
      constantPerSecond: rate,
      votes,
      rounds,
    },
    weigh_memory: { ratio: most.memory / memory, overRest: memory },
  }
}
