import { pauses } from '#platform/server/pauses.ts'
import { thresholds } from '../lines.data.ts'

/** The votes of a member of a cluster, with the times at which they were cast. */
export type MemberVotes = {
  id: number
  items: number[]
  times: number[]
  /** Dishes of which the member took the vote back. */
  withdrawn: number[]
  hasMore: boolean
  verified: boolean
}

/** Maximum number of members that the others are compared with in one round, and maximum number of rounds. */
const compared = 300
const maxRounds = 10

/**
 * Returns the members of a cluster who have no forerunner. A member's forerunner is another member who votes alike and
 * voted earlier for at least half of the dishes that both voted for. Members without a forerunner can't have copied any
 * of the others, but the others may have copied them. Of two members who vote alike, at least one has a forerunner, so
 * few have none in a cluster whose members vote alike.
 *
 * Sock puppets can vote before the member whom they frame, but only for dishes that they guess. So for a member who did
 * nothing else, other members' votes that were taken back count as later votes for the same dish, and a member who did
 * something else can't be a forerunner. An unverified account can't be the forerunner of a verified member, because any
 * number of unverified accounts costs nothing.
 *
 * In a large cluster the members are compared in rounds, each time with some who aren't known to have a forerunner. It
 * is still true that of two members who vote alike at least one has a forerunner. But members whose only forerunners
 * were left out of the comparison may be returned, too.
 */
export async function membersWithoutForerunner(cluster: readonly MemberVotes[]): Promise<number[]> {
  const ordered = cluster.toSorted((a, b) => placeOf(a) - placeOf(b))
  const preceded = new Set<MemberVotes>()
  for (let round = 0, from = 0; round < maxRounds && from < ordered.length; round++) {
    const candidates: Candidate[] = []
    const casts: CastsByItem = new Map()
    while (from < ordered.length && candidates.length < compared) {
      const one = ordered[from++]!
      if (pauses.isDue()) await pauses.pause()
      if (!preceded.has(one)) addCandidate(one, candidates, casts)
    }
    for (const one of ordered) {
      if (pauses.isDue()) await pauses.pause()
      if (!preceded.has(one) && hasForerunner(one, candidates, casts)) preceded.add(one)
    }
  }
  return cluster.flatMap((one) => (preceded.has(one) ? [] : one.id))
}

/**
 * Scatters the ids (Fibonacci hashing, Knuth 1973), so that the members compared in the first round include early and
 * late voters. Most other members then have a forerunner among them.
 */
const placeOf = ({ id }: MemberVotes) => Math.imul(id, 0x9e3779b1) >>> 0

/** A member with whom others are compared. `all` is the number of their votes, including those that they took back. */
type Candidate = { one: MemberVotes; all: number }
/**
 * The candidates who voted for each dish, and the times of the votes, which are infinity if the vote was taken back. It
 * is much faster to loop over two lists of numbers than over one list of objects.
 */
type CastsByItem = Map<number, { who: number[]; at: number[] }>

function addCandidate(one: MemberVotes, candidates: Candidate[], casts: CastsByItem): void {
  const add = (item: number, at: number) => {
    const found = casts.get(item) ?? { who: [], at: [] }
    casts.set(item, found)
    found.who.push(candidates.length)
    found.at.push(at)
  }
  const own = new Set(one.items)
  const withdrawn = new Set(one.withdrawn.filter((item) => !own.has(item)))
  for (const [n, item] of one.items.entries()) add(item, one.times[n]!)
  for (const item of withdrawn) add(item, Infinity)
  candidates.push({ one, all: own.size + withdrawn.size })
}

/** Returns whether one of the candidates votes alike and was earlier for at least half of what both voted for. */
function hasForerunner(one: MemberVotes, candidates: Candidate[], casts: CastsByItem): boolean {
  const both = new Uint16Array(candidates.length)
  const before = new Uint16Array(candidates.length)
  for (let n = 0; n < one.items.length; n++) {
    const own = one.times[n]!
    const { who = [], at = [] } = casts.get(one.items[n]!) ?? {}
    for (let m = 0; m < who.length; m++) {
      const candidate = who[m]!
      const time = at[m]!
      if (time === Infinity && one.hasMore) continue
      both[candidate]!++
      if (time < own || (time === own && candidates[candidate]!.one.id < one.id))
        before[candidate]!++
    }
  }
  return candidates.some(({ one: other, all }, n) => {
    if (other === one || (one.verified && !other.verified)) return false
    if (!one.hasMore && other.hasMore) return false
    const theirs = one.hasMore ? other.items.length : all
    const share = both[n]! / (theirs + one.items.length - both[n]! || 1)
    return share >= thresholds.alikeShare.is && before[n]! * 2 >= both[n]!
  })
}
