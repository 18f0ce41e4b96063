import { visibleRestaurantsByRequestedId } from '#domain/merged.ts'
import { milesBetween, type Point } from '#domain/position/miles.ts'
import type { Services } from '#platform/server/services.ts'
import { cityByPlaceId, cityPlace, nearestCityFinder } from '../cities/cities.server.ts'
import { suggestCities } from '../cities/suggest.server.ts'
import { parsePoint } from '../read-point.ts'
import { findRestaurants } from '../restaurant-search.server.ts'
import { type PlaceProvider, maxRestaurantsAround, maxSuggestions } from './provider.server.ts'

/** Maximum distance in miles to the nearest city. A point farther away, at sea or in a desert, belongs to no city. */
const farthest = 200

/** Provider with the cities of GeoNames and the restaurants of our own table. It needs no key and no network. */
export function createEmbeddedProvider({ database }: Pick<Services, 'database'>): PlaceProvider {
  const findNearest = nearestCityFinder(database)

  async function nearestCity(point: Point) {
    const city = await findNearest(point)
    return milesBetween(point, city) <= farthest ? cityPlace(city) : null
  }

  return {
    async suggestCities(q, near) {
      const point = parsePoint(q)
      if (point) return [await nearestCity(point)].filter((city) => city !== null)
      return (await suggestCities(database, q, near, maxSuggestions)).map(cityPlace)
    },
    suggestRestaurants: (q, near) =>
      findRestaurants(database, q, near, q === '' ? maxRestaurantsAround : maxSuggestions),
    async details(id, { viewerId }) {
      const city = await cityByPlaceId(database, id)
      if (city) {
        const { id: placeId, name, address, latitude, longitude, ...response } = cityPlace(city)
        const { population } = city
        const more = { ...response, population }
        return { id: placeId, name, address, latitude, longitude, response: more }
      }
      return restaurant(database, id, viewerId)
    },
    nearestCity,
  }
}

async function restaurant(
  database: Services['database'],
  placeId: string,
  viewerId: number | null,
) {
  const row = await visibleRestaurantsByRequestedId(database, viewerId)
    .select(['r.place_id as id', 'r.name', 'r.address', 'r.latitude', 'r.longitude'])
    .select(['r.id as restaurantId', 'r.website', 'r.phone', 'r.opening_hours as openingHours'])
    .select(['r.city_label as cityName', 'r.city_slug as citySlug', 'r.time_zone as timeZone'])
    .select(['r.source', 'r.licence', 'r.name_en as nameEn', 'r.town'])
    .where('asked.place_id', '=', placeId)
    .executeTakeFirst()
  if (!row) return null
  const { id, name, address, latitude, longitude, ...response } = row
  return { id, name, address, latitude, longitude, response }
}
