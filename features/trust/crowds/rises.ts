import { thresholds } from '../lines.data.ts'

/**
 * Returns the moments from which on members came more often than before, beyond chance. There can be several, for
 * example if a dish became known and a drip began later. Each is found as the change point of a Poisson process that
 * explains the moments best, by its likelihood ratio (Siegmund, 'Change-points', 1988), and then on both sides of it
 * again (binary segmentation, Scott and Knott, 1974). From each of them on there are enough members for the rule to act
 * on.
 */
export function risesIn(moments: readonly number[]): number[] {
  const times = moments.toSorted((a, b) => a - b)
  return between(times, 0, times.length - 1).map((n) => times[n]!)
}

/** Returns the indexes of the rises between two of these moments. */
function between(times: readonly number[], first: number, last: number): number[] {
  const least = -Math.log(thresholds.rise.is)
  const whole = fit(span(times, first, last))
  let [best, at] = [least, -1]
  for (let n = first + 1; n <= last + 1 - thresholds.accounts.is; n++) {
    const [before, since] = [span(times, first, n), span(times, n, last)]
    const isRise = since.pauses * before.seconds > before.pauses * since.seconds
    const gain = fit(before) + fit(since) - whole
    if (isRise && gain > best) [best, at] = [gain, n]
  }
  return at < 0 ? [] : [...between(times, first, at - 1), at, ...between(times, at, last)]
}

type Span = { pauses: number; seconds: number }

const span = (times: readonly number[], first: number, last: number): Span => ({
  pauses: last - first,
  // At least a second, so that moments which are the same have a rate, too.
  seconds: Math.max(1, times[last]! - times[first]!),
})

/** Returns the logarithm of the likelihood of a span at its own rate, except for what any two splits have in common. */
const fit = ({ pauses, seconds }: Span) => (pauses === 0 ? 0 : pauses * Math.log(pauses / seconds))
