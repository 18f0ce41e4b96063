import { countWithNoun } from '#platform/text/plural.ts'
import { thresholds } from '../lines.data.ts'

/** What a signal looks at. Signals of different aspects are independent of each other. */
export type Aspect = 'pace' | 'newcomers' | 'no-return' | 'alike' | 'ring' | 'network'

/** How strongly one aspect suggests that one person is behind many accounts, from 0 to 1, and in words. */
export type Signal = { signal: Aspect; strength: number; words: string }

export const clampToUnitInterval = (value: number) => Math.min(1, Math.max(0, value))

/**
 * Returns how much more was seen than expected, as a share of what was seen: the excess over chance, as in FRAUDAR and
 * SynchroTrap.
 */
export const excessShare = (seen: number, expected: number) =>
  seen <= 0 ? 0 : clampToUnitInterval(1 - expected / seen)

export const percent = (share: number) => `${Math.round(share * 100)} %`

/**
 * Signal of a shared network: the largest share of these accounts that came from one network, if the accounts are few
 * and enough of their networks are known (`known`). From twenty accounts on, the network is probably a dormitory, a
 * phone company or a restaurant's guests. This signal is never enough alone (rules: trust).
 */
export function networkSignal(accounts: number, largest: number, known: number): Signal {
  const share = known === 0 ? 0 : largest / known
  const speaks = accounts < thresholds.crowd.is && known >= accounts / 2
  return {
    signal: 'network',
    strength: speaks ? clampToUnitInterval(2 * share - 1) * thresholds.network.is : 0,
    words: `${percent(share)} came from one network`,
  }
}

/**
 * Returns how many newcomers would be usual if `others` other members came, where `usual` is the usual share of
 * newcomers.
 */
export function newcomersExpected(others: number, usual: number): number {
  const share = Math.min(0.95, usual)
  return (others * share) / (1 - share)
}

/**
 * Signal of too many newcomers: accounts that came for this one restaurant soon after joining, compared with the
 * established members who came at the same time. A real rush brings both. The strength is 1 − expected / seen, and
 * `usual` is the share of newcomers at the neighbors. It follows 'Modeling Review Spam Using Temporal Patterns and
 * Co-bursting Behaviors' (Li et al., 2016) and work on singleton reviewers (Xie et al., 2012). It compares with the
 * neighbors' share and not with a fixed one, because the usual share can be as high as 90 %.
 */
export function newcomersSignal(seen: number, others: number, usual: number): Signal {
  const expected = newcomersExpected(others, usual)
  return {
    signal: 'newcomers',
    strength: excessShare(seen, expected),
    words: `${seen} came for it soon after joining, beside ${countWithNoun(others, 'other')}; ${Math.round(expected) || 'none'} would be usual`,
  }
}

/**
 * Signal of accounts that did nothing except for one restaurant, although they had the time. Of those who joined for it
 * and had two weeks, so few did anything elsewhere that chance doesn't explain it, even if people who join for it act
 * elsewhere three times less often than the neighbors' newcomers. The strength is −log10 P(X ≤ returned) / 6, from the
 * lower tail of the binomial distribution. It doesn't depend on when they came, so it also works for a drip over half a
 * year. The idea is FRAUDAR's (Hooi et al., 2016): camouflage must cost as much as it hides.
 */
export function noReturnSignal(settled: number, returned: number, usual: number): Signal {
  const chance = usual / thresholds.returning.is
  return {
    signal: 'no-return',
    strength: clampToUnitInterval(
      -logBinomialTail(returned, settled, chance) / thresholds.chance.is,
    ),
    words: `${returned} of ${settled} did anything elsewhere since; ${percent(usual)} is usual near here`,
  }
}

/**
 * Signal of a reciprocity ring: the share of a group's votes that are for favorites of others in the group, beyond the
 * share of all votes near here that those dishes have. From three quarters on, a ring is certain. Link farms are found
 * in this way (Gyöngyi and Garcia-Molina, 'Link spam alliances', 2005). SybilRank's cut has the same idea: many ties
 * within the group, few from outside.
 */
export function ringSignal(votes: number, within: number, usual: number): Signal {
  const share = votes === 0 ? 0 : within / votes
  return {
    signal: 'ring',
    strength:
      usual >= 1
        ? 0
        : clampToUnitInterval((share - usual) / (thresholds.ringShare.is * (1 - usual))),
    words: `${percent(share)} of their votes meet each other’s favourites; ${percent(usual)} is usual near here`,
  }
}

/**
 * Returns the base-10 logarithm of the probability of at most `seen` successes in `tries` tries that each succeed with
 * probability `p`: the lower tail of the binomial distribution.
 */
export function logBinomialTail(seen: number, tries: number, p: number): number {
  if (seen >= tries || p <= 0) return 0
  if (p >= 1) return -Infinity
  // Sums the terms as logarithms, because a term such as 0.5 ^ 10000 underflows to 0.
  const odds = Math.log(p / (1 - p))
  let term = tries * Math.log(1 - p)
  let sum = term
  for (let k = 1; k <= seen; k++) {
    term += Math.log((tries - k + 1) / k) + odds
    sum = Math.max(sum, term) + Math.log1p(Math.exp(-Math.abs(sum - term)))
  }
  return Math.min(0, sum / Math.LN10)
}
