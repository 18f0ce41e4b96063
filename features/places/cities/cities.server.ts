import { type RawBuilder, sql } from 'kysely'
import { cellOf } from '#domain/position/distance.ts'
import type { Point } from '#domain/position/miles.ts'
import type { Database } from '#platform/server/services.ts'
import type { CityPlace } from '../contract.ts'
import { type CitiesIn, nearestCity } from './nearest.ts'

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

async function readCities(database: Database, condition: RawBuilder<unknown>): Promise<City[]> {
  const { rows } = await sql<City>`
    select ${cityColumnsSql} from cities where ${condition}`.execute(database)
  return rows
}

export const cityBySlug = async (database: Database, slug: string): Promise<City | undefined> =>
  (await readCities(database, sql`slug = ${slug}`))[0]

/** Returns the city of a readable address as a place, or null. */
export async function cityPlaceBySlug(database: Database, slug: string): Promise<CityPlace | null> {
  const city = await cityBySlug(database, slug)
  return city ? cityPlace(city) : null
}

/** Returns the city with the id of a place: 'geonames:5037649', or 'city:…' with its slug. */
export async function cityByPlaceId(database: Database, placeId: string) {
  const [, id, slug = ''] = /^(?:geonames:(\d{1,9})|city:(.+))$/.exec(placeId) ?? []
  return id ? (await readCities(database, sql`id = ${Number(id)}`))[0] : cityBySlug(database, slug)
}

/** Returns a function that finds the city that a point belongs to. */
export function nearestCityFinder(database: Database, citiesIn = settledCities(database)) {
  return async (point: Point): Promise<City> => {
    const city = await nearestCity(citiesIn, point)
    if (city) return city
    // At sea, at the poles and in deserts, the nearest city is far away.
    const { latitude, longitude } = point
    const [nearest] = await readCities(
      database,
      sql`is_settled
        order by miles_between(${latitude}::float8, ${longitude}::float8, latitude, longitude)
        limit 1`,
    )
    return nearest!
  }
}

const settledCities =
  (database: Database): CitiesIn<City> =>
  (cells) =>
    readCities(database, sql`is_settled and cell4 = any (${cells}::bigint[])`)

/** Reads each cell's cities once, for commands that look up a million points. */
export function cachedCities(database: Database): CitiesIn<City> {
  const read = settledCities(database)
  const byCell = new Map<string, City[]>()
  return async (cells) => {
    const missing = cells.filter((cell) => !byCell.has(cell))
    if (missing.length > 0) {
      const found = Map.groupBy(await read(missing), (city) => String(cellOf(city, 4)))
      for (const cell of missing) byCell.set(cell, found.get(cell) ?? [])
    }
    return cells.flatMap((cell) => byCell.get(cell)!)
  }
}
