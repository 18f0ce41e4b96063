import { gridDisk, latLngToCell } from 'h3-js'
import { type RawBuilder, sql } from 'kysely'
import { foldText } from '#domain/fold.ts'
import { cellNumber, cellOf } from '#domain/position/distance.ts'
import { milesBetween, type Point } from '#domain/position/miles.ts'
import type { Database } from '#platform/server/services.ts'
import type { CityPlace } from '../contract.ts'

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

const short: Record<string, string> = { st: 'saint', ste: 'sainte', ft: 'fort', mt: 'mount' }

/** Folds a city's name and spells out abbreviations, so that 'St. Paul' equals 'Saint Paul'. */
export const foldCity = (text: string) =>
  foldText(text).replace(/(?<![^ ])(?:ste?|ft|mt)(?![^ ])/g, (word) => short[word] ?? word)

/** Returns the settled cities in an H3 cell of resolution 4 and this many rings around it. */
type CitiesAround<C> = (cell: string, rings: number) => C[] | Promise<C[]>

/** Miles from a cell of resolution 4 that each ring of cells around it covers at least. */
const ringMiles = 17.4
/** Miles by which a larger city may be farther away than the nearest one. */
const reach = 9.3

/**
 * Returns the city that a point belongs to, or undefined if none is within some 240 miles. A city's position is a single
 * spot: by distance alone midtown Manhattan would be in Weehawken, so the city's size counts as well. Compared with the
 * addresses of 28,000 real places, this finds the right city for 80 % (US) and 87 % (world).
 */
export async function nearestCity<C extends Point & { population: number }>(
  citiesAround: CitiesAround<C>,
  point: Point,
): Promise<C | undefined> {
  const cell = latLngToCell(point.latitude, point.longitude, 4)
  for (const rings of [1, 4, 14]) {
    const cities = await citiesAround(cell, rings)
    const miles = cities.map((city) => milesBetween(point, city))
    const farthest = Math.min(...miles) + reach
    if (farthest > rings * ringMiles) continue
    const weights = miles.map((far, index) =>
      far > farthest ? Infinity : (far + 0.2) / (cities[index]!.population + 1000) ** 0.35,
    )
    return cities[weights.indexOf(Math.min(...weights))]
  }
}

export const cellsAround = (cell: string, rings: number) =>
  gridDisk(cell, rings).map((each) => String(cellNumber(each)))

const inCells = (database: Database, cells: string[]) =>
  readCities(database, sql`is_settled and cell4 = any (${cells}::bigint[])`)

export const settledCities =
  (database: Database): CitiesAround<City> =>
  (cell, rings) =>
    inCells(database, cellsAround(cell, rings))

/** Reads each cell's cities once, for commands that look up a million points. */
export function cachedCities(database: Database): CitiesAround<City> {
  const byCell = new Map<string, City[]>()
  const known = new Map<string, City[]>()
  return async (cell, rings) => {
    const around = known.get(`${cell}/${rings}`)
    if (around) return around
    const cells = cellsAround(cell, rings)
    const missing = cells.filter((each) => !byCell.has(each))
    const read = missing.length > 0 ? await inCells(database, missing) : []
    const found = Map.groupBy(read, (city) => String(cellOf(city, 4)))
    for (const each of missing) byCell.set(each, found.get(each) ?? [])
    const cities = cells.flatMap((each) => byCell.get(each)!)
    known.set(`${cell}/${rings}`, cities)
    return cities
  }
}

/** Returns a function that finds the city that a point belongs to, however far away. */
export function nearestCityFinder(database: Database, citiesAround = settledCities(database)) {
  return async (point: Point): Promise<City> => {
    const city = await nearestCity(citiesAround, point)
    if (city) return city
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

/** Returns a function that finds the columns of a restaurant that depend on its position. */
export function locator(database: Database, { forMany = false } = {}) {
  const findCity = nearestCityFinder(database, forMany ? cachedCities(database) : undefined)
  return async (point: Point) => {
    const city = await findCity(point)
    return {
      latitude: point.latitude,
      longitude: point.longitude,
      cell5: String(cellOf(point, 5)),
      cell7: String(cellOf(point, 7)),
      city_id: city.id,
      city_label: city.label,
      city_slug: city.slug,
      time_zone: city.timeZone,
    }
  }
}
