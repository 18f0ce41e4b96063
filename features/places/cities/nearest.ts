import { milesBetween, type Point } from '#domain/position/miles.ts'

/** A city that a point may belong to. */
export type Candidate = Point & { population: number }

const kilometersInMile = 1.609344
/** Maximum distance in kilometers by which a larger city may be farther away than the nearest city. */
export const reach = 15
const minLarge = 50_000

/**
 * Returns the city that a point belongs to. A city's record is a single spot: by distance alone midtown Manhattan would
 * be in Weehawken, so the city's size counts as well. Compared with the addresses of 6,100 real places, this finds the
 * right city for 73 % (US) and 87 % (world); the nearest spot is right for 61 % and 77 %.
 */
export function weightedNearest<C extends Candidate>(
  candidates: readonly C[],
  point: Point,
): C | undefined {
  const close = nearestByDegrees(candidates, point)
    .map((city) => ({ city, kilometers: milesBetween(point, city) * kilometersInMile }))
    .toSorted((a, b) => a.kilometers - b.kilometers)
  const large = close.filter(({ city }) => city.population >= minLarge)
  const limit = (close[0]?.kilometers ?? 0) + reach
  const weighed = [...close.slice(0, 12), ...large.slice(0, 3)]
    .filter(({ kilometers }) => kilometers <= limit)
    .map(({ city, kilometers }) => ({
      city,
      weight: (kilometers + 0.3) / (city.population + 1000) ** 0.35,
    }))
  return weighed.reduce((best, other) => (other.weight < best.weight ? other : best), weighed[0]!)
    ?.city
}

/** Leaves out what is too far away, without the cost of exact distances: thousands of cities may be candidates. */
function nearestByDegrees<C extends Candidate>(candidates: readonly C[], point: Point): C[] {
  const shrink = Math.cos((point.latitude * Math.PI) / 180)
  const degreesTo = ({ latitude, longitude }: Point) => {
    const east = Math.abs(longitude - point.longitude)
    return Math.hypot(latitude - point.latitude, Math.min(east, 360 - east) * shrink)
  }
  let least = Infinity
  for (const city of candidates) least = Math.min(least, degreesTo(city))
  const limit = least * 1.05 + (reach / 111) * 1.1
  return candidates.filter((city) => degreesTo(city) <= limit)
}
