import { fork } from 'node:child_process'
import type { Database } from '#platform/server/services.ts'
import { medianOf } from '../measure.ts'
import { answered, started, type Figures } from '../http.ts'
import type { Load, Loaded } from '../load.ts'
import { knownIn } from './known.ts'
import { callPaths, pagePaths } from './samples.ts'

/** Absolute times are for a machine whose constant of 20 KB answers so often a second; elsewhere they scale. */
export const fullRate = 30_000
const most = 300

type Options = { origin: string; database: Database; token: string; rounds: number }
export type Timed = { path: string; bytes: number; p50: number; p95: number; scaled: number }

/** p95 of all that the admin screens ask, one asking at a time; the constant is measured before, between and after. */
export async function benchAdmin({ origin, database, token, rounds }: Options): Promise<Figures> {
  const known = await knownIn(database)
  const paths = [...pagePaths(known), ...callPaths(known)]
  const took = new Map(paths.map((path) => [path, { bytes: 0, times: [] as number[] }]))
  const rates: number[] = []
  const control = await constant()
  try {
    for (let round = 0; round <= rounds; round++) {
      rates.push(await control.rate())
      for (const [path, one] of took)
        // The first round warms up.
        for (let n = 0; n < (round === 0 ? 2 : 8); n++) {
          const begun = performance.now()
          one.bytes = await ask(origin + path, token)
          if (round > 0) one.times.push(performance.now() - begun)
        }
    }
  } finally {
    control.close()
  }
  const rate = medianOf(rates)
  const timed = [...took].map(([path, { bytes, times }]): Timed => {
    times.sort((a, b) => a - b)
    const at = (share: number) => times[Math.floor(times.length * share)]!
    return { path, bytes, p50: at(0.5), p95: at(0.95), scaled: (at(0.95) * rate) / fullRate }
  })
  timed.sort((a, b) => b.scaled - a.scaled)
  print(timed, rate)
  const worst = timed[0]!
  return {
    admin: {
      ratio: most / worst.scaled,
      constantPerSecond: rate,
      worst: worst.path,
      paths: timed,
    },
  }
}

function print(timed: Timed[], rate: number) {
  console.log(
    `\nadmin: the constant of 20 KB answers ${rate.toFixed(0)}/s, so ms count × ${(rate / fullRate).toFixed(2)}`,
  )
  const cells = (words: string[]) => words.map((word) => word.padStart(9)).join('')
  console.log(`${cells(['bytes', 'p50 ms', 'p95 ms', 'scaled'])}  path`)
  for (const { path, bytes, p50, p95, scaled } of timed) {
    const numbers = [bytes.toFixed(0), ...[p50, p95, scaled].map((number) => number.toFixed(1))]
    console.log(`${cells(numbers)}  ${path}${scaled > most ? `  OVER ${most}` : ''}`)
  }
}

async function ask(url: string, token: string) {
  const answer = await fetch(url, { headers: { Authorization: `Bearer ${token}` } })
  const { byteLength } = await answer.arrayBuffer()
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`)
  return byteLength
}

/** Node's own server with 20 KB, asked by another process. */
async function constant() {
  const [server, load] = ['constant.ts', 'load.ts'].map((file) =>
    fork(new URL(`../${file}`, import.meta.url)),
  )
  const url = await started(server!)
  await answered(server!, { bytes: 20_000 })
  return {
    async rate() {
      const asked: Load = {
        url,
        figure: 'listing_same',
        items: 1,
        tokens: [],
        seed: 1,
        connections: 8,
        seconds: 2,
      }
      return (await answered<Loaded>(load!, asked)).perSecond
    },
    close() {
      server!.kill()
      load!.kill()
    },
  }
}
