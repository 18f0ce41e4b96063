import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import type { Load, Loaded } from './load.ts'
import { medianOf } from './measure.ts'
import { questions } from './questions.ts'

type Options = {
  origin: string
  items: number
  tokens: string[]
  rounds: number
  seconds: number
  only: string[]
}
/** Results by name. `ratio` is the number by which a result is judged; the other fields are what it is based on. */
export type Figures = Record<string, { ratio: number } & Record<string, unknown>>

type Figure = {
  /** Bytes of one response, uncompressed. */
  bytes: number
  perSecond: number
  constantPerSecond: number
  p50: number
  p99: number
  /** Responses per second relative to the constant server's, as the median of the rounds. */
  ratio: number
  ratios: number[]
}

const connections = 8

/**
 * Seconds of unmeasured requests before a figure, for figures in which the site's memory fills up with the requests.
 */
const warmUp: Record<string, number> = { listing_mix: 20 }

/**
 * Measures each figure and a constant server with as many bytes in turn, A-B-A-B, because whatever slows the machine
 * then slows both.
 */
export async function benchHttp({ origin, items, tokens, rounds, seconds, only }: Options) {
  const constant = fork(new URL('constant.ts', import.meta.url))
  const load = fork(new URL('load.ts', import.meta.url))
  try {
    const control = await started(constant)
    const figures: Figures = {}
    console.log(
      `\n${'over HTTP'.padEnd(16)} ${['bytes', '/s', 'constant', 'p50 ms', 'p99 ms', 'ratio', 'least', 'most'].map((word) => word.padStart(9)).join('')}`,
    )
    for (const figure of Object.keys(questions)) {
      if (only.length > 0 && !only.includes(figure)) continue
      const ask = (url: string, seed: number, time: number) =>
        answered<Loaded>(load, {
          url,
          figure,
          items,
          tokens,
          seed,
          connections,
          seconds: time,
        } satisfies Load)
      const bytes = await sizeOf(origin, questions[figure]!({ items, tokens, seed: 1 }))
      await answered(constant, { bytes })
      await ask(control, 2, seconds / 2)
      await ask(origin, 2, warmUp[figure] ?? seconds / 2)
      const runs: { ours: Loaded; constant: Loaded }[] = []
      for (let round = 0; round < rounds; round++)
        runs.push({
          ours: await ask(origin, 3 + round, seconds),
          constant: await ask(control, 3 + round, seconds),
        })
      const refused = runs.reduce((sum, { ours }) => sum + ours.refused, 0)
      const asked = runs.reduce((sum, { ours }) => sum + ours.perSecond * seconds, 0)
      if (refused > asked / 100) throw new Error(`${figure}: ${refused} answers were refusals.`)
      const ratios = runs.map((run) => run.ours.perSecond / run.constant.perSecond)
      const one: Figure = {
        bytes,
        perSecond: medianOf(runs.map(({ ours }) => ours.perSecond)),
        constantPerSecond: medianOf(runs.map((run) => run.constant.perSecond)),
        p50: medianOf(runs.map(({ ours }) => ours.p50)),
        p99: medianOf(runs.map(({ ours }) => ours.p99)),
        ratio: medianOf(ratios),
        ratios,
      }
      figures[figure] = one
      console.log(rowOf(figure, one))
    }
    return figures
  } finally {
    constant.kill()
    load.kill()
  }
}

/** Waits until the constant server listens, and returns its URL. */
export async function started(constant: ChildProcess): Promise<string> {
  const [{ port }] = (await once(constant, 'message')) as [{ port: number }]
  return `http://127.0.0.1:${port}`
}

export const answered = <T>(child: ChildProcess, message: object) =>
  new Promise<T>((resolve, reject) => {
    const gone = () => reject(new Error('A process of the bench ended.'))
    child.once('exit', gone)
    child.once('message', (answer) => {
      child.off('exit', gone)
      resolve(answer as T)
    })
    child.send(message)
  })

/** Returns the average number of bytes of some responses. */
async function sizeOf(
  origin: string,
  next: () => { method: string; path: string; token?: string },
) {
  let bytes = 0
  const samples = 20
  for (let n = 0; n < samples; n++) {
    const { method, path, token } = next()
    const headers: HeadersInit = token ? { Authorization: `Bearer ${token}` } : {}
    const answer = await fetch(origin + path, {
      method,
      headers: { ...headers, 'Accept-Encoding': 'identity' },
    })
    bytes += (await answer.arrayBuffer()).byteLength
  }
  return Math.round(bytes / samples)
}

function rowOf(name: string, figure: Figure) {
  const { bytes, perSecond, constantPerSecond, p50, p99, ratio, ratios } = figure
  const cells = [
    ...[bytes, perSecond, constantPerSecond].map((number) => number.toFixed(0)),
    ...[p50, p99].map((number) => number.toFixed(2)),
    ...[ratio, Math.min(...ratios), Math.max(...ratios)].map((number) => number.toFixed(3)),
  ]
  return `${name.padEnd(16)} ${cells.map((cell) => cell.padStart(9)).join('')}`
}
