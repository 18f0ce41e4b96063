import type { Database } from '../../platform/server/services.ts'
import { medianOf } from '../measure.ts'
import type { Figures } from '../http.ts'
import { constant, fullRate } from '../rate.ts'
import { knownIn } from './known.ts'
import { callPaths, pagePaths } from './samples.ts'

const most = 300

type Options = { origin: string; database: Database; token: string; rounds: number }
export type Timed = {
  path: string
  bytes: number
  p50: number
  p95: number
  scaled: number
  /** Median time until the last byte, in milliseconds. A file is judged by the time until its first rows instead. */
  wholeP50: number
}
/** True for calls whose response is saved as a file instead of being shown. */
const isFile = (path: string) => path.endsWith('/export')

/**
 * Measures the p95 of everything that the admin screens request, one request at a time. Measures the constant server
 * before each round, to scale the times to a machine of known speed.
 */
export async function benchAdmin({ origin, database, token, rounds }: Options): Promise<Figures> {
  const known = await knownIn(database)
  const paths = [...pagePaths(known), ...callPaths(known)]
  const took = new Map(
    paths.map((path) => [path, { bytes: 0, times: [] as number[], whole: [] as number[] }]),
  )
  const rates: number[] = []
  const control = await constant()
  try {
    for (let round = 0; round <= rounds; round++) {
      rates.push(await control.rate())
      for (const [path, one] of took)
        // The first round warms up.
        for (let n = 0; n < (round === 0 ? 2 : 8); n++) {
          const { bytes, first, whole } = await ask(origin + path, token)
          one.bytes = bytes
          if (round === 0) continue
          one.times.push(isFile(path) ? first : whole)
          one.whole.push(whole)
        }
    }
  } finally {
    control.close()
  }
  const rate = medianOf(rates)
  const timed = [...took].map(([path, { bytes, times, whole }]): Timed => {
    times.sort((a, b) => a - b)
    const at = (share: number) => times[Math.floor(times.length * share)]!
    const scaled = (at(0.95) * rate) / fullRate
    return { path, bytes, p50: at(0.5), p95: at(0.95), scaled, wholeP50: medianOf(whole) }
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
  for (const { path, bytes, p50, p95, scaled, wholeP50 } of timed) {
    const numbers = [bytes.toFixed(0), ...[p50, p95, scaled].map((number) => number.toFixed(1))]
    const file = isFile(path)
      ? ` (its first rows; the whole file: p50 ${wholeP50.toFixed(0)} ms)`
      : ''
    console.log(`${cells(numbers)}  ${path}${file}${scaled > most ? `  OVER ${most}` : ''}`)
  }
}

async function ask(url: string, token: string) {
  const begun = performance.now()
  const answer = await fetch(url, { headers: { Authorization: `Bearer ${token}` } })
  if (!answer.ok || !answer.body) throw new Error(`${url}: ${answer.status}`)
  let [bytes, first] = [0, 0]
  for await (const chunk of answer.body) {
    first ||= performance.now() - begun
    bytes += chunk.length
  }
  return { bytes, first, whole: performance.now() - begun }
}
