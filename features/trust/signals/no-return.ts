import { lines } from '../lines.data.ts'
import { lowerTail } from './tail.ts'
import { between0And1, percent, type Signal } from './signal.ts'

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
