import { cellOf } from '#domain/position/distance.ts'
import type { Point } from '#domain/position/miles.ts'
import type { Database } from '#platform/server/services.ts'
import { cachedCities, nearestCityFinder } from './cities/cities.server.ts'

/** Returns a function that finds the columns of a restaurant that depend on its position. */
export function locator(database: Database, { forMany = false } = {}) {
  const nearestCity = nearestCityFinder(database, forMany ? cachedCities(database) : undefined)
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
