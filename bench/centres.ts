import { milesBetween, type Point } from '../domain/position/miles.ts'
import { readGeoNames } from '../features/places/gazetteer/join.server.ts'

/** Center of the densest city, around which the ranking is measured. */
export const densest = { latitude: 40.7536, longitude: -73.9832 }

export type Random = () => number

/** Returns a random number generator. The same seed gives the same numbers in every run. */
export function generator(seed: number): Random {
  let state = seed
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647
}

/** Returns a random number from the standard normal distribution. */
export const normal = (random: Random) =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())

export type City = { weight: number; centre: Point }

/** Returns the number of cities for this many dishes, so that each city has enough members for its dishes. */
export const cityCount = (items: number) => Math.min(200, Math.max(1, Math.floor(items / 5_000)))

let largest: { population: number; centre: Point }[] | undefined

/** Returns the largest cities of the US. Their weights are proportional to their population and add up to 1. */
export function citiesOf(count: number): City[] {
  largest ??= findLargest(200)
  const cities = largest.slice(0, count)
  const whole = cities.reduce((sum, { population }) => sum + population, 0)
  return cities.map(({ population, centre }) => ({ weight: population / whole, centre }))
}

function findLargest(count: number) {
  const places = [...readGeoNames()]
    .filter(({ country, kind }) => country === 'US' && kind.startsWith('PPL') && kind !== 'PPLX')
    .sort((a, b) => b.population - a.population)
  const found: { population: number; centre: Point }[] = []
  for (const { population, latitude, longitude } of places) {
    const centre = found.length === 0 ? densest : { latitude, longitude }
    // Leave out boroughs and suburbs, which the restaurants of a larger city cover.
    if (found.some((city) => milesBetween(city.centre, centre) < 12)) continue
    found.push({ population, centre })
    if (found.length === count) break
  }
  return found
}

/** Returns the index of a random city, drawn by weight. */
export function someCity(cities: City[], random: Random): number {
  let left = random()
  const city = cities.findIndex(({ weight }) => (left -= weight) <= 0)
  return Math.max(0, city)
}

/** Returns a random point in a city, normally distributed at about 8 miles around its center. */
export const pointIn = (centre: Point, random: Random): Point => ({
  latitude: centre.latitude + normal(random) * 0.08,
  longitude: centre.longitude + normal(random) * 0.1,
})

/**
 * Returns a random index drawn by Zipf's law. Index 0 is the most frequent, 2^exponent times as frequent as index 1.
 */
export function zipf(count: number, random: Random, exponent = 0.999): number {
  const rest = 1 - exponent
  const at = (1 + random() * ((count + 1) ** rest - 1)) ** (1 / rest)
  return Math.min(count - 1, Math.floor(at) - 1)
}

/** Shuffles the list in place and returns it. */
export function shuffled<T extends ArrayLike<number> & { [n: number]: number }>(
  list: T,
  random: Random,
): T {
  for (let n = list.length - 1; n > 0; n--) {
    const other = Math.floor(random() * (n + 1))
    ;[list[n], list[other]] = [list[other]!, list[n]!]
  }
  return list
}

/** Returns the indexes of these times, earliest first. */
export function byTime(moments: Float64Array): Uint32Array {
  const earliest = moments.reduce((least, moment) => Math.min(least, moment), Infinity)
  // Pack seconds and index into one double, so that the native sort can be used.
  const room = 2 ** 24
  const packed = moments.map((moment, n) => Math.floor((moment - earliest) / 1000) * room + n)
  return Uint32Array.from(packed.sort(), (pack) => pack % room)
}
