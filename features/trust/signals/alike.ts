import { lines } from '../lines.data.ts'
import { between0And1, excess, percent, type Signal } from './signals.ts'

export type VoteSet = { userId: number; /** In the order of the votes. */ items: number[] }

/** How many votes for the same dishes two members of these many votes would have by popularity alone. */
export const expectedShared = (a: number[], votes: number, popularity: (item: number) => number) =>
  a.reduce((sum, item) => sum + Math.min(1, votes * popularity(item)), 0)

/** The share of both sets together that is in both (Jaccard, as in SynchroTrap), and how many those are. */
export function sharedOf(a: readonly number[], b: readonly number[]) {
  const others = new Set(b)
  const both = a.filter((item) => others.has(item))
  return { both, share: both.length / (a.length + b.length - both.length || 1) }
}

/** Of neighbouring pairs of what both voted for, the share that stands in the same order in both. */
export function sameOrder(a: readonly number[], b: readonly number[]): number {
  const place = new Map(b.map((item, n) => [item, n]))
  const places = a.flatMap((item) => place.get(item) ?? [])
  if (places.length < 2) return 0
  let same = 0
  for (let n = 1; n < places.length; n++) if (places[n]! > places[n - 1]!) same++
  return same / (places.length - 1)
}

type Popularity = (item: number) => number

export function isAlike(a: VoteSet, b: VoteSet, popularity: Popularity): boolean {
  if (Math.min(a.items.length, b.items.length) < lines.alikeVotes.is) return false
  const { both, share } = sharedOf(a.items, b.items)
  if (share < lines.alikeShare.is) return false
  return both.length >= lines.alikeChance.is * expectedShared(a.items, b.items.length, popularity)
}

/**
 * The same set, perhaps in the same order: how alike the members of a group are on average beyond what the
 * popularity of the dishes explains. Lockstep as CopyCatch (Beutel et al., 2013) and SynchroTrap (Cao et al.,
 * 2014) have it; popular dishes weigh little, as in FRAUDAR. A quarter of the strength is the order.
 */
export function alikeOf(group: VoteSet[], popularity: Popularity): Signal {
  let [pairs, share, beyond, order] = [0, 0, 0, 0]
  for (const [n, a] of group.entries())
    for (const b of group.slice(n + 1, n + 41)) {
      const shared = sharedOf(a.items, b.items)
      pairs++
      share += shared.share
      order += sameOrder(a.items, b.items)
      beyond += excess(shared.both.length, expectedShared(a.items, b.items.length, popularity))
    }
  if (pairs === 0) return { signal: 'alike', strength: 0, words: '' }
  const [meanShare, meanOrder] = [share / pairs, order / pairs]
  // Chance alone has half of the neighbouring pairs in the same order.
  const strength =
    between0And1((meanShare - 0.2) / 0.25) * between0And1(beyond / pairs / 0.7) +
    0.25 * (2 * meanOrder - 1)
  return {
    signal: 'alike',
    strength: between0And1(strength),
    words: `${percent(meanShare)} of what two of them voted for is the same${meanOrder > 0.9 ? ', in the same order' : ''}`,
  }
}
