import { fork } from 'node:child_process'
import { answered, type Figures } from '../http.ts'
import type { Load, Loaded } from '../load.ts'
import { spreadOf } from '../measure.ts'
import { constant, fullRate } from '../rate.ts'
import { timedQuestions } from './asked.ts'
import { openAsker } from './times.ts'

type Options = { origin: string; items: number; tokens: string[]; rounds: number }

const updates = 200_000
/** Maximum factor by which p99 may grow with the updates. */
const most = 1.5
const asks = 400

/**
 * Measures p99 of an uncached listing before and after 200,000 votes over HTTP, without any VACUUM except PostgreSQL's
 * own. Each is scaled by the constant server's rate at that time, because they are minutes apart. The ratio is 1.5
 * divided by the growth.
 */
export async function benchAged({ origin, items, tokens, rounds }: Options): Promise<Figures> {
  const next = timedQuestions.listing_p99!.next({
    items,
    tokens,
    placeIds: [],
    cityNames: [],
    restaurantNames: [],
    dishNames: [],
  })
  const control = await constant()
  const asker = openAsker()
  const load = fork(new URL('../load.ts', import.meta.url))
  const p99 = async () => {
    const rate = await control.rate()
    const times = await asker.times(origin, Array.from({ length: asks * rounds }, next))
    return (spreadOf(times).p99 * rate) / fullRate
  }
  try {
    // Warm up: the first measurement doesn't count.
    await p99()
    const before = await p99()
    const begun = performance.now()
    const { refused } = await answered<Loaded>(load, {
      url: origin,
      figure: 'upvote',
      items,
      tokens,
      seed: 77,
      connections: 8,
      seconds: 0,
      amount: updates,
    } satisfies Load)
    if (refused > updates / 100) throw new Error(`${refused} votes were refused.`)
    const seconds = (performance.now() - begun) / 1000
    const after = await p99()
    console.log(
      `\nlisting, p99 scaled: ${before.toFixed(2)} ms, after ${updates} votes in ${seconds.toFixed(0)} s ${after.toFixed(2)} ms (${most} × are allowed)`,
    )
    return { listing_after_updates: { ratio: (most * before) / after, before, after, updates } }
  } finally {
    control.close()
    load.kill()
    asker.end()
  }
}
