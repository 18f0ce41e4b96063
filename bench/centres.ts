/** The densest city: its centre is where the ranking is measured. */
export const densest = { latitude: 40.7536, longitude: -73.9832 }

export type Random = () => number

/** The same numbers in every run. */
export function generator(seed: number): Random {
  let state = seed
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647
}

/** From a normal distribution of width 1. */
export const normal = (random: Random) =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())

/** Cities with what each weighs by Zipf's law, in sum 1. */
export function citiesOf(count: number, random: Random) {
  const weights = Array.from({ length: count }, (_, n) => 1 / (n + 1))
  const whole = weights.reduce((sum, weight) => sum + weight, 0)
  return weights.map((weight, n) => ({
    weight: weight / whole,
    centre: n === 0 ? densest : { latitude: 25 + random() * 24, longitude: -120 + random() * 45 },
  }))
}

/** A point in a city: normally distributed, about 8 miles round its centre. */
export const pointIn = (centre: typeof densest, random: Random) => ({
  latitude: centre.latitude + normal(random) * 0.08,
  longitude: centre.longitude + normal(random) * 0.1,
})

/** An index drawn by Zipf's law: 0 is the most frequent. */
export function zipf(count: number, random: Random): number {
  let left = random() * Array.from({ length: count }, (_, n) => 1 / (n + 1)).reduce((a, b) => a + b)
  for (let n = 0; n < count; n++) if ((left -= 1 / (n + 1)) <= 0) return n
  return count - 1
}
