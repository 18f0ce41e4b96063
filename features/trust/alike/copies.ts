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
export function exactCopies(burst: readonly MemberActs[]): Set<number> {
  const verified = burst.filter((one) => one.verified)
  const measured = verified.length >= thresholds.accounts.is ? verified : burst
  const alike = Map.groupBy(measured, (one) => didStay(one, one))
  const [usual] = [...alike.values()].reduce((a, b) => (b.length > a.length ? b : a), [])
  const most = usual
    ? measured.filter((one) => didStay(one, one, usual) === didStay(usual, one, usual))
    : []
  const areCopies = most.length >= thresholds.copies.is * measured.length && !goTogether(most)
  return new Set(areCopies ? most.map(({ id }) => id) : [])
}

/** Returns the dishes, in order, of which none of these members took the vote back. */
function didStay({ did }: MemberActs, ...members: MemberActs[]): string {
  const withdrawn = new Set(members.flatMap((one) => one.withdrawn))
  return did.filter((item) => !withdrawn.has(item)).join(' ')
}

/** Returns whether most acts are for the same dish as the act before, by whomever. */
function goTogether(members: readonly MemberActs[]): boolean {
  const acts = members
    .flatMap(({ id, did, didAt }) => did.map((item, n) => ({ id, item, at: didAt[n]! })))
    .sort((a, b) => a.at - b.at || a.id - b.id)
  const same = acts.filter(({ item }, n) => item === acts[n - 1]?.item).length
  return same * 2 > acts.length
}
