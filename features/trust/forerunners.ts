import { thresholds } from './lines.data.ts'

/** The votes of a member of a cluster, with the times at which they were cast, and dishes that they took votes back from. */
export type VotesOf = {
  id: number
  items: number[]
  times: number[]
  withdrawn: number[]
  hasMore: boolean
  verified: boolean
}

/**
 * Returns the members of a cluster who had no forerunner: nobody else in it had voted for mostly the same dishes before
 * they did. They can't have copied any of the others, but the others may have copied them. Two members who vote alike
 * are never both among them, so that they are few in a cluster whose members vote alike.
 *
 * Sock puppets can vote before the member whom they frame, but only for dishes that they guess. So a vote that was taken
 * back counts like any other, whoever did something else is no forerunner, and an unverified account is none of a
 * verified member, because any number of them costs nothing.
 */
export function withoutForerunner(cluster: readonly VotesOf[]): number[] {
  const known = cluster.map((one) => ({
    ...one,
    at: new Map(one.items.map((item, n) => [item, one.times[n]!])),
    all: new Set([...one.items, ...one.withdrawn]),
  }))
  const forerunners = known
    .filter(({ hasMore }) => !hasMore)
    .sort((a, b) => a.times[0]! - b.times[0]! || a.id - b.id)
  return known.flatMap((one) =>
    forerunners.some((other) => (other.verified || !one.verified) && wentBefore(other, one))
      ? []
      : one.id,
  )
}

type Known = VotesOf & { at: Map<number, number>; all: Set<number> }

/** Returns whether `other` had voted for mostly the same dishes before `one` voted for them. */
function wentBefore(other: Known, one: Known): boolean {
  if (other.id === one.id) return false
  let [before, both] = [0, 0]
  for (const item of one.items) {
    if (!other.all.has(item)) continue
    both++
    const at = other.at.get(item)
    const own = one.at.get(item)!
    if (at !== undefined && (at < own || (at === own && other.id < one.id))) before++
  }
  return before >= thresholds.alikeShare.is * (one.items.length + other.all.size - both)
}
