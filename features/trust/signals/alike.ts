import { pauses } from '#platform/server/pauses.ts'
import { thresholds } from '../lines.data.ts'
import { clampToUnitInterval, excessShare, percent, type Signal } from './signals.ts'

export type VoteSet = {
  userId: number
  /** The dishes voted for, oldest vote first. */ items: number[]
}

/**
 * Returns how many votes for the same dishes two members would have by the dishes' popularity alone, one with the votes
 * `a` and one with `votes` votes.
 */
export const expectedSharedVotes = (
  a: number[],
  votes: number,
  popularity: (item: number) => number,
) => a.reduce((sum, item) => sum + Math.min(1, votes * popularity(item)), 0)

/** A member's dishes are compared with those of many others, so their set is built once. */
const sets = new WeakMap<readonly number[], Set<number>>()
function setOf(items: readonly number[]): Set<number> {
  const found = sets.get(items) ?? new Set(items)
  sets.set(items, found)
  return found
}

/** Returns the dishes in both sets and their share of the union (Jaccard, as in SynchroTrap). */
export function sharedVotes(a: readonly number[], b: readonly number[]) {
  const others = setOf(b)
  const both = a.filter((item) => others.has(item))
  return { both, share: both.length / (a.length + b.length - both.length || 1) }
}

/** Returns the share of neighboring pairs, among the dishes that both voted for, that are in the same order in both. */
export function sameOrderShare(a: readonly number[], b: readonly number[]): number {
  const place = new Map(b.map((item, n) => [item, n]))
  const places = a.flatMap((item) => place.get(item) ?? [])
  if (places.length < 2) return 0
  let same = 0
  for (let n = 1; n < places.length; n++) if (places[n]! > places[n - 1]!) same++
  return same / (places.length - 1)
}

type Popularity = (item: number) => number

export function isAlike(a: VoteSet, b: VoteSet, popularity: Popularity): boolean {
  if (Math.min(a.items.length, b.items.length) < thresholds.alikeVotes.is) return false
  const { both, share } = sharedVotes(a.items, b.items)
  if (share < thresholds.alikeShare.is) return false
  return (
    both.length >=
    thresholds.alikeChance.is * expectedSharedVotes(a.items, b.items.length, popularity)
  )
}

/**
 * Signal of members who voted for the same dishes, perhaps in the same order: how alike they are on average beyond what
 * the popularity of the dishes explains. It looks for lockstep behavior as CopyCatch (Beutel et al., 2013) and
 * SynchroTrap (Cao et al., 2014) do; popular dishes weigh little, as in FRAUDAR. The order adds up to 0.25 to the
 * strength, or subtracts as much if it is reversed.
 */
export async function alikeSignal(group: VoteSet[], popularity: Popularity): Promise<Signal> {
  let [pairs, share, beyond, order] = [0, 0, 0, 0]
  for (const [n, a] of group.entries())
    for (const b of group.slice(n + 1, n + 41)) {
      if (pauses.isDue()) await pauses.pause()
      const shared = sharedVotes(a.items, b.items)
      pairs++
      share += shared.share
      order += sameOrderShare(a.items, b.items)
      beyond += excessShare(
        shared.both.length,
        expectedSharedVotes(a.items, b.items.length, popularity),
      )
    }
  if (pairs === 0) return { signal: 'alike', strength: 0, words: '' }
  const [meanShare, meanOrder] = [share / pairs, order / pairs]
  // By chance alone, half of the neighboring pairs are in the same order.
  const strength =
    clampToUnitInterval((meanShare - 0.2) / 0.25) * clampToUnitInterval(beyond / pairs / 0.7) +
    0.25 * (2 * meanOrder - 1)
  return {
    signal: 'alike',
    strength: clampToUnitInterval(strength),
    words: `${percent(meanShare)} of what two of them voted for is the same${meanOrder > 0.9 ? ', in the same order' : ''}`,
  }
}
