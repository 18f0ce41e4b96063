import { excess, type Signal } from './signal.ts'

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
