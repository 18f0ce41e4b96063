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
