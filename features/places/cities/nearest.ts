import { milesBetween, type Point } from '#domain/position/miles.ts'

/** A city that a point may belong to. */
export type Candidate = Point & { population: number }

const kilometersInMile = 1.609344
/** Maximum distance in kilometers by which a larger city may be farther away than the nearest city. */
export const reach = 15
const minLarge = 50_000

/**
 * Returns the city that a point belongs to, and how many kilometers away the nearest one is. A city's record is a single
 * spot: by distance alone midtown Manhattan would be in Weehawken, so the city's size counts as well. Compared with the
 * addresses of 6,100 real places, this finds the right city for 73 % (US) and 87 % (world); the nearest spot is right for
 * 61 % and 77 %.
 */
export function weightedNearest<C extends Candidate>(candidates: readonly C[], point: Point) {
  const close = nearestByDegrees(candidates, point)
    .map((city) => ({ city, kilometers: milesBetween(point, city) * kilometersInMile }))
    .toSorted((a, b) => a.kilometers - b.kilometers)
  const nearest = close[0]?.kilometers ?? Infinity
  const large = close.filter(({ city }) => city.population >= minLarge)
  let least = Infinity
  let found: C | undefined
  for (const { city, kilometers } of [...close.slice(0, 12), ...large.slice(0, 3)]) {
    const weight = (kilometers + 0.3) / (city.population + 1000) ** 0.35
    if (kilometers > nearest + reach || weight >= least) continue
    least = weight
    found = city
  }
  return { city: found, nearest }
}

/** Leaves out what is too far away, without the cost of exact distances: thousands of cities may be candidates. */
function nearestByDegrees<C extends Candidate>(candidates: readonly C[], point: Point): C[] {
  const shrink = Math.cos((point.latitude * Math.PI) / 180)
  const squares = new Float64Array(candidates.length)
  let least = Infinity
  for (let index = 0; index < candidates.length; index += 1) {
    const { latitude, longitude } = candidates[index]!
    const north = latitude - point.latitude
    const degrees = Math.abs(longitude - point.longitude)
    const east = (degrees > 180 ? 360 - degrees : degrees) * shrink
    squares[index] = north * north + east * east
    if (squares[index]! < least) least = squares[index]!
  }
  const limit = (Math.sqrt(least) * 1.05 + (reach / 111) * 1.1) ** 2
  return candidates.filter((_, index) => squares[index]! <= limit)
}
