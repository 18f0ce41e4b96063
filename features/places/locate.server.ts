import { latLngToCell } from 'h3-js'
import type { Gazetteer, Point } from './gazetteer.server.ts'

const cell = ({ latitude, longitude }: Point, resolution: number) =>
  BigInt(`0x${latLngToCell(latitude, longitude, resolution)}`).toString()

/** What every restaurant keeps about where it is. */
export function locate(cities: Gazetteer, point: Point) {
  const city = cities.nearestCity(point.latitude, point.longitude)
  return {
    latitude: point.latitude,
    longitude: point.longitude,
    cell5: cell(point, 5),
    cell7: cell(point, 7),
    city_id: city.id,
    city_label: city.name,
    city_slug: city.slug,
    time_zone: city.timeZone,
  }
}
