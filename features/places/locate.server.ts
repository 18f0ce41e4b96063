import { cellOf } from '#domain/distance.ts'
import type { Point } from '#domain/miles.ts'
import type { Gazetteer } from './gazetteer/gazetteer.server.ts'

/** What every restaurant keeps about where it is. */
export function locate(cities: Gazetteer, point: Point) {
  const city = cities.nearestCity(point.latitude, point.longitude)
  return {
    latitude: point.latitude,
    longitude: point.longitude,
    cell5: String(cellOf(point, 5)),
    cell7: String(cellOf(point, 7)),
    city_id: city.id,
    city_label: city.name,
    city_slug: city.slug,
    time_zone: city.timeZone,
  }
}
