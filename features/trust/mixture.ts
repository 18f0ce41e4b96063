/** How someone came: seconds from joining to what they did first and to verifying, the hour, and what they did. */
export type Manner = {
  toAct: number
  toVerify: number | null
  hour: number
  did: 'vote' | 'favourite' | 'more'
}

const minute = 60
const hour = 60 * minute
const spans = [minute, 3 * minute, 10 * minute, 30 * minute, 2 * hour, 6 * hour, 24 * hour]
const spanOf = (seconds: number) => spans.filter((span) => seconds >= span).length
const deeds = ['vote', 'favourite', 'more'] as const

/** Each says in which of so many bins someone is. */
const features: { bins: number; of: (manner: Manner) => number }[] = [
  { bins: spans.length + 1, of: ({ toAct }) => spanOf(toAct) },
  {
    bins: spans.length + 2,
    of: ({ toVerify }) => (toVerify === null ? spans.length + 1 : spanOf(toVerify)),
  },
  { bins: 8, of: ({ hour }) => Math.floor(hour / 3) },
  { bins: deeds.length, of: ({ did }) => deeds.indexOf(did) },
]

/** As many rounds as it can take at most, and the change below which another one would say nothing new. */
const rounds = { most: 200, change: 1e-4 }

/**
 * The chance of each newcomer of a drip to be an honest one who came meanwhile. They are a mixture of two: guests,
 * who come in the manner of the neighbours' newcomers, and the drip, whose own manner is what is left: expectation
 * maximisation (Dempster, Laird and Rubin, 1977) beside a known null as in Efron's local false discovery rate
 * ('Large-Scale Inference', 2010). That accounts of one hand sign up alike is Yuan et al., 'Detecting Fake
 * Accounts … at the Time of Registrations' (2019). How many guests there are is Poisson's, with a gamma prior of
 * shape 1 round what is expected: empirical Bayes, as Clayton and Kaldor (1987) have it for small areas. Where the
 * drip's manner is the guests', it says nothing and the expected number is left.
 */
export function honestChances(
  newcomers: readonly Manner[],
  neighbours: readonly Manner[],
  expected: number,
): number[] {
  const all = newcomers.length
  if (all === 0 || expected <= 0) return newcomers.map(() => 0)
  const binned = newcomers.map(binsOf)
  const guest = densityOf(neighbours.map(binsOf), () => 1)
  const asGuest = binned.map(guest)
  let guests = Math.min(expected, all / 2)
  let chances = newcomers.map(() => guests / all)
  for (let round = 0; round < rounds.most; round++) {
    const before = guests
    const honest = sum(chances)
    const dripping = densityOf(binned, (n) => 1 - chances[n]!)
    chances = binned.map((bins, n) => {
      const one = guests * asGuest[n]!
      return one / (one + (all - honest) * dripping(bins))
    })
    guests = (1 + sum(chances)) / (1 / expected + 1)
    if (Math.abs(guests - before) < rounds.change) break
  }
  return chances
}

const binsOf = (manner: Manner) => features.map(({ of }) => of(manner))
const sum = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0)

/** How likely someone of these is in such bins, each feature by itself; half a one more in each (Krichevsky and Trofimov, 1981). */
function densityOf(people: readonly number[][], weightOf: (n: number) => number) {
  const counts = features.map(({ bins }) => Array.from({ length: bins }, () => 0.5))
  for (const [n, bins] of people.entries())
    for (const [feature, bin] of bins.entries()) counts[feature]![bin]! += weightOf(n)
  const shares = counts.map((each) => each.map((count) => count / sum(each)))
  return (bins: readonly number[]) =>
    bins.reduce((product, bin, feature) => product * shares[feature]![bin]!, 1)
}

/** The median of how many come true of these chances, or `most`: the Poisson binomial's. */
export function medianCount(chances: readonly number[], most: number): number {
  const share = [1, ...Array.from({ length: most }, () => 0)]
  for (const chance of chances)
    for (let count = most; count >= 0; count--)
      share[count] = share[count]! * (1 - chance) + (share[count - 1] ?? 0) * chance
  let below = 0
  const median = share.findIndex((one) => (below += one) >= 0.5)
  return median < 0 ? most : median
}

/** More than so many come less than once in `1 / chance` times where so many are expected: Poisson's upper quantile. */
export function mostByChance(expected: number, chance: number): number {
  // As a logarithm: e ^ -1000 is no number any more.
  let [count, term] = [0, -expected]
  for (let below = Math.exp(term); 1 - below > chance; below += Math.exp(term))
    term += Math.log(expected / ++count)
  return count
}
