import { fork } from 'node:child_process'
import { answered, type Figures } from '../http.ts'
import type { Load, Loaded } from '../load.ts'
import { medianOf } from '../measure.ts'
import type { Bare } from './bare.ts'

type Options = {
  /** URLs of the site without rate limits, and of one with them on the same database. */
  origins: { free: string; limited: string }
  url: string
  items: number
  members: number[]
  tokens: string[]
  rounds: number
  seconds: number
}

const connections = 8
/** With fewer members, some use up what one may vote in a minute, and the votes with limits measure refusals. */
const fewestWithLimits = 200

/**
 * Compares durable votes over HTTP with the bare rows, in turn, and votes for a single dish with votes for many dishes.
 */
export async function benchUpvotes(options: Options): Promise<Figures> {
  const { origins, url, items, members, tokens, rounds, seconds } = options
  const load = fork(new URL('../load.ts', import.meta.url))
  const bare = fork(new URL('bare.ts', import.meta.url))
  try {
    const ask = (origin: string, figure: string, seed: number) =>
      answered<Loaded>(load, {
        url: origin,
        figure,
        items,
        tokens,
        seed,
        connections,
        seconds,
      } satisfies Load)
    const askBare = (prepared: boolean, seed: number) => {
      const asked: Bare = { url, items, members, seed, connections, seconds, prepared }
      return answered<Loaded>(bare, asked)
    }
    const contenders = {
      bare: (seed: number) => askBare(false, seed),
      prepared: (seed: number) => askBare(true, seed),
      free: (seed: number) => ask(origins.free, 'upvote', seed),
      ...(tokens.length >= fewestWithLimits && {
        limited: (seed: number) => ask(origins.limited, 'upvote', seed),
      }),
      hot: (seed: number) => ask(origins.free, 'upvote_hot', seed),
    }
    const runs: Record<'bare' | 'prepared' | 'free' | 'limited' | 'hot', Loaded[]> = {
      bare: [],
      prepared: [],
      free: [],
      limited: [],
      hot: [],
    }
    // Warm up: the first round doesn't count.
    for (let round = -1; round < rounds; round++)
      for (const [name, run] of Object.entries(contenders) as [
        keyof typeof runs,
        typeof contenders.bare,
      ][]) {
        const one = await run(1000 * (round + 2) + runs.bare.length)
        // A dish that isn't served any more takes no vote. Of a thousand dishes, one or two of a hundred votes are for one.
        if (one.refused > one.perSecond * seconds * 0.03)
          throw new Error(
            `${name}: ${one.refused} votes were refused, ${JSON.stringify(one.statuses)}.`,
          )
        if (round >= 0) runs[name].push(one)
      }
    for (const [name, some] of Object.entries(runs).filter(([, { length }]) => length > 0))
      console.log(
        `votes, ${name.padEnd(8)} ${medianOf(some.map(({ perSecond }) => perSecond)).toFixed(0)}/s, p50 ${medianOf(some.map(({ p50 }) => p50)).toFixed(1)} ms, p99 ${medianOf(some.map(({ p99 }) => p99)).toFixed(1)} ms`,
      )
    const against = (ours: Loaded[], control: Loaded[]) => {
      const ratios = ours.map(({ perSecond }, n) => perSecond / control[n]!.perSecond)
      return { ratio: medianOf(ratios), ratios, ours, control }
    }
    return {
      upvote_vs_bare: against(runs.free, runs.bare),
      upvote_vs_prepared: against(runs.free, runs.prepared),
      ...(runs.limited.length > 0 && {
        upvote_limited_vs_bare: against(runs.limited, runs.bare),
      }),
      upvote_hot: against(runs.hot, runs.free),
    }
  } finally {
    load.kill()
    bare.kill()
  }
}
