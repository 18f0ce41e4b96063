import { pauses } from '#platform/server/pauses.ts'
import { thresholds } from '../lines.data.ts'

/** What a member of a cluster voted for or saved, in order. */
export type MemberActs = {
  id: number
  verified: boolean
  /** The dishes, each once. */
  did: number[]
  /** When the member first voted for or saved each of them, in seconds. */
  didAt: number[]
  /** Dishes of which the member took the vote back. It isn't known when they voted for them. */
  withdrawn: number[]
}

/**
 * Returns the members of a burst who did exactly the same as each other, if nearly all of the burst did: all of its
 * verified members, if they are enough for the rule to act on, because unverified ones cost nothing.
 *
 * People who join on one day and know the same few places (a conference, an office, a tour) vote alike, too: of those
 * who each choose five of seven places, two share more than half. But each chooses and begins where they like. On a
 * tour they come to the places in the same order, but together: all vote for one place before anyone votes for the
 * next. One person's accounts do it one account after the other.
 *
 * Taking a vote back changes nothing: two members are compared by the dishes of which neither took the vote back.
 */
export async function exactCopies(burst: readonly MemberActs[]): Promise<Set<number>> {
  const verified = burst.filter((one) => one.verified)
  const measured = verified.length >= thresholds.accounts.is ? verified : burst
  const alike = new Map<string, MemberActs[]>()
  for (const one of measured) {
    if (pauses.isDue()) await pauses.pause()
    const did = didStay(one, one)
    const same = alike.get(did) ?? []
    same.push(one)
    alike.set(did, same)
  }
  const [usual] = [...alike.values()].reduce((a, b) => (b.length > a.length ? b : a), [])
  const most: MemberActs[] = []
  for (const one of usual ? measured : []) {
    if (pauses.isDue()) await pauses.pause()
    if (didStay(one, one, usual!) === didStay(usual!, one, usual!)) most.push(one)
  }
  const areCopies =
    most.length >= thresholds.copies.is * measured.length && !(await goTogether(most))
  return new Set(areCopies ? most.map(({ id }) => id) : [])
}

/** Returns the dishes, in order, of which none of these members took the vote back. */
function didStay({ did }: MemberActs, ...members: MemberActs[]): string {
  const withdrawn = new Set(members.flatMap((one) => one.withdrawn))
  return did.filter((item) => !withdrawn.has(item)).join(' ')
}

type Act = { id: number; item: number; at: number }

/** Returns whether most acts are for the same dish as the act before, by whomever. */
async function goTogether(members: readonly MemberActs[]): Promise<boolean> {
  let lists = members.map(({ id, did, didAt }) =>
    did.map((item, n): Act => ({ id, item, at: didAt[n]! })),
  )
  // Merges two lists at a time, because sorting all acts at once would hold the thread.
  while (lists.length > 1) {
    const merged: Act[][] = []
    for (let n = 0; n < lists.length; n += 2)
      merged.push(await merge(lists[n]!, lists[n + 1] ?? []))
    lists = merged
  }
  let same = 0
  const acts = lists[0] ?? []
  for (const [n, { item }] of acts.entries()) if (item === acts[n - 1]?.item) same++
  return same * 2 > acts.length
}

/** Merges two lists in the order of time. */
async function merge(a: Act[], b: Act[]): Promise<Act[]> {
  const all: Act[] = []
  for (let [n, m] = [0, 0]; n < a.length || m < b.length;) {
    if (pauses.isDue()) await pauses.pause()
    const [one, other] = [a[n], b[m]]
    const isFirst =
      one && (!other || one.at < other.at || (one.at === other.at && one.id < other.id))
    all.push(isFirst ? a[n++]! : b[m++]!)
  }
  return all
}
