export type Random = {
  /** Returns a number from 0 up to but not including 1. */
  next(): number
  between(low: number, high: number): number
  chance(probability: number): boolean
  pick<T>(list: readonly T[]): T
  /** Returns an index, chosen in proportion to the weights. */
  weighed(weights: readonly number[]): number
  /** Returns a positive number around 1, seldom far above it. It models how much more some people do than others. */
  skewed(spread: number): number
  shuffled<T>(list: readonly T[]): T[]
}

/**
 * Returns a generator that yields the same numbers for the same seed on every machine (mulberry32 with an FNV-1a hash
 * of the seed).
 */
export function seededRandom(seed: string): Random {
  let state = 0x811c9dc5
  for (const letter of seed) state = Math.imul(state ^ letter.codePointAt(0)!, 0x01000193)

  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (count: number) => Math.floor(next() * count)
  return {
    next,
    between: (low, high) => low + next() * (high - low),
    chance: (probability) => next() < probability,
    pick: (list) => list[below(list.length)]!,
    weighed(weights) {
      let left = next() * weights.reduce((sum, weight) => sum + weight, 0)
      return Math.max(
        0,
        weights.findIndex((weight) => (left -= weight) < 0),
      )
    },
    skewed: (spread) => {
      const normal = Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next())
      return Math.exp(normal * spread)
    },
    shuffled(list) {
      const cards = [...list]
      for (let last = cards.length - 1; last > 0; last--) {
        const other = below(last + 1)
        ;[cards[last], cards[other]] = [cards[other]!, cards[last]!]
      }
      return cards
    },
  }
}
