import { visibleRestaurantsByRequestedId } from '#domain/merged.ts'
import { milesBetween, type Point } from '#domain/position/miles.ts'
import type { Services } from '#platform/server/services.ts'
import { withoutInvisibleCharacters } from '#platform/text/invisible-characters.ts'
import { cityByPlaceId, cityPlace, nearestCityFinder } from '../cities/cities.server.ts'
import { suggestCities } from '../cities/suggest.server.ts'
import type { CityPlace, Place, RestaurantPlace } from '../contract.ts'
import { findRestaurants } from '../restaurant-search.server.ts'
import { maxSuggestions } from './provider.server.ts'

/** Maximum distance in miles to the nearest city. A point farther away, at sea or in a desert, belongs to no city. */
const farthest = 200
/** Maximum number of restaurants if nothing was typed. The browser, which knows the exact location, shows the nearest. */
const maxRestaurantsAround = 30

type PlaceDetails = Place & { response: Record<string, unknown> | null }

/** Provider with the cities of GeoNames and the restaurants of our own table. It needs no key and no network. */
export function createEmbeddedProvider({ database }: Services) {
  const findNearest = nearestCityFinder(database)
  /** Returns null if the point is far from any city. */
  async function nearestCity(point: Point): Promise<CityPlace | null> {
    const city = await findNearest(point)
    return milesBetween(point, city) <= farthest ? cityPlace(city) : null
  }
  return {
    nearestCity,
    /** Returns cities whose name begins with `q`; those within 0.1° of the point come first. */
    async suggestCities(q: string, near: Point | undefined): Promise<CityPlace[]> {
      const point = parsePoint(q)
      if (point) return [await nearestCity(point)].filter((city) => city !== null)
      return (await suggestCities(database, q, near, maxSuggestions)).map(cityPlace)
    },
    /** Returns restaurants around the point with words that begin with those of `q`. */
    suggestRestaurants: (q: string, near: Point): Promise<RestaurantPlace[]> =>
      findRestaurants(database, q, near, q === '' ? maxRestaurantsAround : maxSuggestions),
    /** Returns null for an unknown id. */
    async details(placeId: string, viewerId: number | null): Promise<PlaceDetails | null> {
      const city = await cityByPlaceId(database, placeId)
      const found = city
        ? { ...cityPlace(city), population: city.population }
        : await visibleRestaurantsByRequestedId(database, viewerId)
            .select(['r.place_id as id', 'r.name', 'r.address', 'r.latitude', 'r.longitude'])
            .select([
              'r.id as restaurantId',
              'r.website',
              'r.phone',
              'r.opening_hours as openingHours',
            ])
            .select([
              'r.city_label as cityName',
              'r.city_slug as citySlug',
              'r.time_zone as timeZone',
            ])
            .select(['r.source', 'r.licence', 'r.name_en as nameEn', 'r.town'])
            .where('asked.place_id', '=', placeId)
            .executeTakeFirst()
      if (!found) return null
      const { id, name, address, latitude, longitude, ...response } = found
      return { id, name, address, latitude, longitude, response }
    },
  }
}

/** Parses a typed 'latitude, longitude'. Returns null for other texts and for latitudes beyond 85°. */
function parsePoint(text: string): Point | null {
  const numbers = withoutInvisibleCharacters(text)
    .split(/[\s,;]+/)
    .filter(Boolean)
  const [latitude = NaN, longitude = NaN] = numbers.map(Number)
  const isPoint = numbers.length === 2 && Math.abs(latitude) <= 85 && Math.abs(longitude) <= 180
  return isPoint ? { latitude, longitude } : null
}
