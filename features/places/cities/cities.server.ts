import { gridDisk, latLngToCell } from 'h3-js'
import { type RawBuilder, sql } from 'kysely'
import { cellNumber, cellOf } from '#domain/position/distance.ts'
import type { Point } from '#domain/position/miles.ts'
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

/** Returns the settled cities in these cells of resolution 4. */
type CitiesIn = (cells: string[]) => Promise<City[]>

/** Returns a function that finds the city that a point belongs to, among those in the cells around it. */
export function nearestCityFinder(
  database: Database,
  citiesIn: CitiesIn = (cells) => settledCities(database, sql`cell4 = any (${cells}::bigint[])`),
) {
  return async (point: Point): Promise<City> => {
    const origin = latLngToCell(point.latitude, point.longitude, 4)
    for (const rings of [1, 4, 14]) {
      const around = await citiesIn(gridDisk(origin, rings).map((cell) => String(cellNumber(cell))))
      const { city, nearest } = weightedNearest(around, point)
      if (city && nearest + reach <= rings * ringKilometers) return city
    }
    return nearestAnywhere(database, point)
  }
}

/** Reads each cell's cities once, for commands that look up a million points. */
export function cachedCities(database: Database): CitiesIn {
  const byCell = new Map<string, City[]>()
  return async (cells) => {
    const missing = cells.filter((cell) => !byCell.has(cell))
    if (missing.length > 0) {
      const found = await settledCities(database, sql`cell4 = any (${missing}::bigint[])`)
      const grouped = Map.groupBy(found, (city) => String(cellOf(city, 4)))
      for (const cell of missing) byCell.set(cell, grouped.get(cell) ?? [])
    }
    return cells.flatMap((cell) => byCell.get(cell)!)
  }
}

async function settledCities(database: Database, condition: RawBuilder<unknown>) {
  const { rows } = await sql<City>`
    select ${cityColumnsSql} from cities where is_settled and ${condition}`.execute(database)
  return rows
}

/** At sea, at the poles and in deserts, the nearest city is far away. */
async function nearestAnywhere(database: Database, { latitude, longitude }: Point): Promise<City> {
  const { rows } = await sql<City>`
    select ${cityColumnsSql} from cities where is_settled
     order by miles_between(${latitude}::float8, ${longitude}::float8, latitude, longitude)
     limit 1`.execute(database)
  return rows[0]!
}
