import { pauses } from '#platform/server/pauses.ts'

/**
 * How a member came: seconds from joining to their first act and to verifying, the hour of the first act, and what they
 * did.
 */
export type MannerOfJoining = {
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

/** The features of a manner of joining, such as the hour. `of` returns the bin that a manner belongs to. */
const features: { bins: number; of: (manner: MannerOfJoining) => number }[] = [
  { bins: spans.length + 1, of: ({ toAct }) => spanOf(toAct) },
  {
    bins: spans.length + 2,
    of: ({ toVerify }) => (toVerify === null ? spans.length + 1 : spanOf(toVerify)),
  },
  { bins: 8, of: ({ hour }) => Math.floor(hour / 3) },
  { bins: deeds.length, of: ({ did }) => deeds.indexOf(did) },
]

/**
 * Stops after `most` iterations, or once the estimated number of guests (honest newcomers) changes by less than
 * `change`.
 */
const rounds = { most: 200, change: 1e-4 }

/**
 * Returns, for each newcomer of a drip, the probability that they are a guest, an honest newcomer who came by chance.
 * The newcomers are a mixture of two groups: guests, who come like the neighbors' newcomers, and the drip's accounts,
 * whose manner is estimated from the rest. This is expectation maximization (Dempster, Laird and Rubin, 1977) with a
 * known null distribution, as in Efron's local false discovery rate ('Large-Scale Inference', 2010). Yuan et al.,
 * 'Detecting Fake Accounts … at the Time of Registrations' (2019), found that accounts of one person sign up alike. The
 * number of guests follows a Poisson distribution with a gamma prior of shape 1 around the expected number, which is
 * empirical Bayes as Clayton and Kaldor (1987) use it for small areas. If the drip's accounts come like the guests,
 * their manner says nothing, and the probabilities add up to the expected number.
 */
export async function honestChances(
  newcomers: readonly MannerOfJoining[],
  neighbours: readonly MannerOfJoining[],
  expected: number,
): Promise<number[]> {
  const all = newcomers.length
  if (all === 0 || expected <= 0) return newcomers.map(() => 0)
  const binned = newcomers.map(binsOf)
  const guest = densityOf(neighbours.map(binsOf), () => 1)
  const asGuest = binned.map(guest)
  let guests = Math.min(expected, all / 2)
  let chances = newcomers.map(() => guests / all)
  for (let round = 0; round < rounds.most; round++) {
    if (pauses.isDue()) await pauses.pause()
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

const binsOf = (manner: MannerOfJoining) => features.map(({ of }) => of(manner))
const sum = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0)

/**
 * Returns a function that returns the probability of given bins, estimated from these people (each with a weight), as
 * if the features were independent. The count of each bin starts at 0.5 (Krichevsky and Trofimov, 1981).
 */
function densityOf(people: readonly number[][], weightOf: (n: number) => number) {
  const counts = features.map(({ bins }) => Array.from({ length: bins }, () => 0.5))
  for (const [n, bins] of people.entries())
    for (const [feature, bin] of bins.entries()) counts[feature]![bin]! += weightOf(n)
  const shares = counts.map((each) => each.map((count) => count / sum(each)))
  return (bins: readonly number[]) =>
    bins.reduce((product, bin, feature) => product * shares[feature]![bin]!, 1)
}

/**
 * Returns the median of how many events with these probabilities occur (a Poisson binomial distribution), at most
 * `most`.
 */
export async function poissonBinomialMedian(
  chances: readonly number[],
  most: number,
): Promise<number> {
  const share = [1, ...Array.from({ length: most }, () => 0)]
  for (const chance of chances) {
    if (pauses.isDue()) await pauses.pause()
    for (let count = most; count >= 0; count--)
      share[count] = share[count]! * (1 - chance) + (share[count - 1] ?? 0) * chance
  }
  let below = 0
  const median = share.findIndex((one) => (below += one) >= 0.5)
  return median < 0 ? most : median
}

/**
 * Returns an upper quantile of the Poisson distribution: if `expected` members are expected, more than the returned
 * number come with a probability of at most `chance`.
 */
export function poissonQuantile(expected: number, chance: number): number {
  // Uses the logarithm of the term, because e ^ -1000 underflows to 0.
  let [count, term] = [0, -expected]
  for (let below = Math.exp(term); 1 - below > chance; below += Math.exp(term))
    term += Math.log(expected / ++count)
  return count
}
