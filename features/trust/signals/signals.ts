import { lines } from '../lines.data.ts'

/** What a signal looks at. Two signals are independent where these differ. */
export type Aspect = 'pace' | 'newcomers' | 'no-return' | 'alike' | 'ring' | 'network'

/** How strongly one aspect speaks for one person behind many accounts, from 0 to 1, and in words. */
export type Signal = { signal: Aspect; strength: number; words: string }

export const between0And1 = (value: number) => Math.min(1, Math.max(0, value))

/** What is seen beyond what was expected, as a share of what is seen: FRAUDAR's and SynchroTrap's excess over chance. */
export const excess = (seen: number, expected: number) =>
  seen <= 0 ? 0 : between0And1(1 - expected / seen)

export const percent = (share: number) => `${Math.round(share * 100)} %`

/**
 * A shared network: the largest share of these accounts that came from one, where they are few. From twenty on it
 * is a dormitory, a phone company or a restaurant's guests; and it is never enough alone (rules: trust).
 */
export function networkOf(accounts: number, largest: number, known: number): Signal {
  const share = known === 0 ? 0 : largest / known
  const speaks = accounts < lines.crowd.is && known >= accounts / 2
  return {
    signal: 'network',
    strength: speaks ? between0And1(2 * share - 1) * lines.network.is : 0,
    words: `${percent(share)} came from one network`,
  }
}

/** How many accounts that joined for it would be usual beside so many others. */
export function newcomersExpected(others: number, usual: number): number {
  const share = Math.min(0.95, usual)
  return (others * share) / (1 - share)
}

/**
 * Newcomers in excess: accounts that joined for this one restaurant, beside the established members who came at
 * the same time. A true rush brings both. 1 − expected / seen, where `usual` is the share of such accounts at
 * the neighbours; after 'Modeling Review Spam Using Temporal Patterns and Co-bursting Behaviors' (Li et al.,
 * 2016) and singleton reviewers (Xie et al., 2012), whose own share must be the yardstick: it may be 90 %.
 */
export function newcomersOf(seen: number, others: number, usual: number): Signal {
  const expected = newcomersExpected(others, usual)
  return {
    signal: 'newcomers',
    strength: excess(seen, expected),
    words: `${seen} joined for it and did nothing else, beside ${others} others; ${Math.round(expected)} would be usual`,
  }
}

/**
 * Nothing but one restaurant, though there was time: of those who joined for it and had two weeks, so few did
 * anything elsewhere that chance doesn't explain it, even were they three times less keen than the neighbours'
 * newcomers. The binomial's lower tail: −log10 P(X ≤ returned) / 6. It rests on votes alone, so it works for a
 * drip over half a year; the idea is FRAUDAR's (Hooi et al., 2016): camouflage must cost as much as it hides.
 */
export function noReturnOf(settled: number, returned: number, usual: number): Signal {
  const chance = usual / lines.returning.is
  return {
    signal: 'no-return',
    strength: between0And1(-lowerTail(returned, settled, chance) / lines.chance.is),
    words: `${returned} of ${settled} did anything elsewhere since; ${percent(usual)} is usual near here`,
  }
}

/**
 * A reciprocity ring: the share of a group's votes that meet favourites of others in the group, beyond the
 * share of all votes near here that those dishes have: certain from three quarters on. Link farms are found so (Gyöngyi and Garcia-Molina,
 * 'Link spam alliances', 2005); SybilRank's cut is the same thought: many ties within, few from outside.
 */
export function ringOf(votes: number, within: number, usual: number): Signal {
  const share = votes === 0 ? 0 : within / votes
  return {
    signal: 'ring',
    strength: usual >= 1 ? 0 : between0And1((share - usual) / (lines.ringShare.is * (1 - usual))),
    words: `${percent(share)} of their votes meet each other’s favourites; ${percent(usual)} is usual near here`,
  }
}

/** The base-10 logarithm of the chance of at most `seen` of `tries` where each has the chance `p`: the binomial's lower tail. */
export function lowerTail(seen: number, tries: number, p: number): number {
  if (seen >= tries || p <= 0) return 0
  if (p >= 1) return -Infinity
  // Summed from the largest term down, as logarithms: 0.65 ^ 1000 is no number any more.
  const odds = Math.log(p / (1 - p))
  let term = tries * Math.log(1 - p)
  let sum = term
  for (let k = 1; k <= seen; k++) {
    term += Math.log((tries - k + 1) / k) + odds
    sum = Math.max(sum, term) + Math.log1p(Math.exp(-Math.abs(sum - term)))
  }
  return Math.min(0, sum / Math.LN10)
}
