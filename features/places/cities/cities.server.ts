import { gridDisk, latLngToCell } from 'h3-js'
import { sql } from 'kysely'
import { cellNumber } from '#domain/position/distance.ts'
import { milesBetween, type Point } from '#domain/position/miles.ts'
import type { Database } from '#platform/server/services.ts'
import type { CityPlace } from '../contract.ts'
import { reach, weightedNearest } from './nearest.ts'

/** A row of the table `cities`, as far as it is read. */
export type City = Point & {
  id: number
  slug: string
  /** What members see: 'Minneapolis, MN, US'. */
  label: string
  area: string
  population: number
  timeZone: string
}

export const cityColumnsSql = sql.raw(
  'id, slug, label, area, latitude, longitude, population, time_zone as "timeZone"',
)

/** Returns a city as a place. Its id contains the GeoNames id or, if there is none, the slug. */
export const cityPlace = ({ id, label, area, slug, timeZone, ...at }: City): CityPlace => ({
  latitude: at.latitude,
  longitude: at.longitude,
  slug,
  timeZone,
  id: id > 0 ? `geonames:${id}` : `city:${slug}`,
  name: label,
  address: area || label,
})

export async function cityBySlug(database: Database, slug: string): Promise<City | undefined> {
  const { rows } = await sql<City>`
    select ${cityColumnsSql} from cities where slug = ${slug}`.execute(database)
  return rows[0]
}

/** Returns the city of a readable address as a place, or null. */
export async function cityPlaceBySlug(database: Database, slug: string): Promise<CityPlace | null> {
  const city = await cityBySlug(database, slug)
  return city ? cityPlace(city) : null
}

/** Returns the city with the id of a place: 'geonames:5037649', or 'city:…' with its slug. */
export async function cityByPlaceId(database: Database, placeId: string) {
  const id = /^geonames:(\d{1,9})$/.exec(placeId)?.[1]
  if (!id) return cityBySlug(database, /^city:(.+)$/.exec(placeId)?.[1] ?? '')
  const { rows } = await sql<City>`
    select ${cityColumnsSql} from cities where id = ${Number(id)}`.execute(database)
  return rows[0]
}

/** Kilometers from a cell of resolution 4 that each ring of cells around it covers at least. */
const ringKilometers = 28
const maxCells = 500

/** Finds the city that a point belongs to, among those in the cells around it. */
export function nearestCityFinder(database: Database, cacheCells = false) {
  const cache = new Map<string, Promise<City[]>>()
  /** Many points of an import are in few cells. */
  function citiesAround(origin: string, rings: number): Promise<City[]> {
    const key = `${origin}/${rings}`
    const known = cache.get(key)
    if (known) return known
    const cells = gridDisk(origin, rings).map((cell) => String(cellNumber(cell)))
    const found = sql<City>`
      select ${cityColumnsSql} from cities where cell4 = any (${cells}::bigint[]) and is_settled`
      .execute(database)
      .then(({ rows }) => rows)
    if (!cacheCells) return found
    if (cache.size >= maxCells) cache.delete(cache.keys().next().value!)
    cache.set(key, found)
    return found
  }

  return async (point: Point): Promise<City> => {
    const origin = latLngToCell(point.latitude, point.longitude, 4)
    for (const rings of [1, 4, 14]) {
      const around = await citiesAround(origin, rings)
      const city = weightedNearest(around, point)
      const covered = rings * ringKilometers
      if (city && nearestKilometers(around, point) + reach <= covered) return city
    }
    return nearestAnywhere(database, point)
  }
}

const nearestKilometers = (cities: City[], point: Point) =>
  cities.reduce((least, city) => Math.min(least, milesBetween(point, city)), Infinity) * 1.609344

/** At sea, at the poles and in deserts, the nearest city is far away. */
async function nearestAnywhere(database: Database, { latitude, longitude }: Point): Promise<City> {
  const { rows } = await sql<City>`
    select ${cityColumnsSql} from cities where is_settled
     order by miles_between(${latitude}::float8, ${longitude}::float8, latitude, longitude)
     limit 1`.execute(database)
  return rows[0]!
}
