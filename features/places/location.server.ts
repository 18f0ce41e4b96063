import type { Point } from '#domain/position/miles.ts'
import { cellOf } from '#domain/position/distance.ts'
import type { Database } from '#platform/server/services.ts'
import { cachedCities, nearestCityFinder } from './cities/cities.server.ts'

/** The columns of a restaurant that depend on its position. */
export type LocationColumns = Awaited<ReturnType<Locate>>
export type Locate = ReturnType<typeof locator>

/** Returns a function that finds the columns of points. */
export const locator = (database: Database) => locateBy(nearestCityFinder(database))

/** Like `locator`, for commands with many points. */
export const locatorOfMany = (database: Database) =>
  locateBy(nearestCityFinder(database, cachedCities(database)))

function locateBy(nearestCity: ReturnType<typeof nearestCityFinder>) {
  return async (point: Point) => {
    const city = await nearestCity(point)
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
