import { gridDisk, latLngToCell } from 'h3-js'
import { cellNumber } from '#domain/position/distance.ts'
import { type Point, radians } from '#domain/position/miles.ts'

/** A city that a point may belong to. */
export type Candidate = Point & { population: number }

/** Returns the settled cities in these cells of resolution 4, which are numbers as text. */
export type CitiesIn<C> = (cells: string[]) => C[] | Promise<C[]>

/** Kilometers from a cell of resolution 4 that each ring of cells around it covers at least. */
const ringKilometers = 28
/** Kilometers by which a larger city may be farther away than the nearest one. */
const reach = 15

/** Returns the city that a point belongs to, or undefined if none is within some 380 km. */
export async function nearestCity<C extends Candidate>(citiesIn: CitiesIn<C>, point: Point) {
  const origin = latLngToCell(point.latitude, point.longitude, 4)
  for (const rings of [1, 4, 14]) {
    const around = await citiesIn(gridDisk(origin, rings).map((cell) => String(cellNumber(cell))))
    const { city, nearest } = weightedNearest(around, point)
    if (nearest + reach <= rings * ringKilometers) return city
  }
}

/**
 * A city's record is a single spot: by distance alone midtown Manhattan would be in Weehawken, so the city's size counts
 * as well. Compared with the addresses of 28,000 real places, this finds the right city for 80 % (US) and 87 % (world).
 */
function weightedNearest<C extends Candidate>(cities: readonly C[], point: Point) {
  const kilometers = cities.map((city) => kilometersBetween(point, city))
  const nearest = kilometers.reduce((least, away) => Math.min(least, away), Infinity)
  let least = Infinity
  let found: C | undefined
  for (const [index, city] of cities.entries()) {
    const away = kilometers[index]!
    if (away > nearest + reach) continue
    const weight = (away + 0.3) / (city.population + 1000) ** 0.35
    if (weight < least) [least, found] = [weight, city]
  }
  return { city: found, nearest }
}

/** Distance in the plane, which is exact enough for neighbors and much faster than along the sphere. */
function kilometersBetween(a: Point, b: Point) {
  const degrees = Math.abs(a.longitude - b.longitude)
  const east = Math.min(degrees, 360 - degrees) * Math.cos(radians(a.latitude))
  return Math.hypot(a.latitude - b.latitude, east) * 111.2
}
