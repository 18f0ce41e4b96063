import { thresholds } from './lines.data.ts'
import { sharedVotes } from './signals/alike.ts'

/** The votes of a member of a cluster, with the times at which they were cast. */
export type VotesOf = {
  id: number
  items: number[]
  times: number[]
  /** Dishes of which the member took the vote back. */
  withdrawn: number[]
  hasMore: boolean
  verified: boolean
}

/**
 * Returns the members of a cluster who had no forerunner: nobody else in it votes alike and was the earlier one for half
 * of what both voted for. They can't have copied any of the others, but the others may have copied them. Of two members
 * who vote alike at least one has a forerunner, so that they are few in a cluster whose members vote alike.
 *
 * Sock puppets can vote before the member whom they frame, but only for dishes that they guess. So for a member who did
 * nothing else, a vote that was taken back counts like any other, whoever did something else is no forerunner, and an
 * unverified account is none of a verified member, because any number of them costs nothing.
 */
export function withoutForerunner(cluster: readonly VotesOf[]): number[] {
  const known = cluster.map((one) => ({
    ...one,
    at: new Map(one.items.map((item, n) => [item, one.times[n]!])),
    all: [...new Set([...one.items, ...one.withdrawn])],
  }))
  const ordered = known.toSorted((a, b) => a.times[0]! - b.times[0]! || a.id - b.id)
  const isForerunner = (other: Known, one: Known) =>
    other !== one &&
    (other.verified || !one.verified) &&
    (one.hasMore || !other.hasMore) &&
    wentBefore(other, one)
  return known.flatMap((one) => (ordered.some((other) => isForerunner(other, one)) ? [] : one.id))
}

type Known = VotesOf & { at: Map<number, number>; all: number[] }

/** Returns whether both vote alike and `other` was the earlier one for at least half of what both voted for. */
function wentBefore(other: Known, one: Known): boolean {
  const theirs = one.hasMore ? other.items : other.all
  const { both, share } = sharedVotes(theirs, one.items)
  if (share < thresholds.alikeShare.is) return false
  const before = both.filter((item) => {
    const at = other.at.get(item) ?? Infinity
    const own = one.at.get(item)!
    return at < own || (at === own && other.id < one.id)
  })
  return before.length * 2 >= both.length
}
