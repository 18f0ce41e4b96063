import { visibleRestaurantsByRequestedId } from '#domain/merged.ts'
import type { Services } from '#platform/server/services.ts'
import { milesBetween, type Point } from '#domain/position/miles.ts'
import type { CityPlace } from '../contract.ts'
import { type City, type Gazetteer, loadGazetteer } from '../gazetteer/gazetteer.server.ts'
import { type PlaceProvider, maxRestaurantsAround, maxSuggestions } from './provider.server.ts'
import { parsePoint } from '../read-point.ts'
import { findRestaurants } from '../restaurant-search.server.ts'

/** Maximum distance in miles to the nearest city. A point farther away, at sea or in a desert, belongs to no city. */
const farthest = 200

export type EmbeddedServices = Pick<Services, 'database' | 'listing' | 'settings'>

/** Provider with the cities of GeoNames and the restaurants of our own table. It needs no key and no network. */
export function createEmbeddedProvider({
  database,
  listing,
  settings,
}: EmbeddedServices): PlaceProvider {
  const cities = () => loadGazetteer(settings.stateDir)

  async function restaurant(placeId: string, viewerId: number | null) {
    // A member may be about to add the restaurant, which somebody else may have added just now.
    const source = viewerId === null ? listing : database
    const row = await visibleRestaurantsByRequestedId(source, viewerId)
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

  async function nearestCity(point: Point) {
    const all = await cities()
    const city = all.nearestCity(point.latitude, point.longitude)
    return milesBetween(point, city) <= farthest ? placeOfGazetteerCity(city) : null
  }

  return {
    async suggestCities(q, near) {
      const point = parsePoint(q)
      if (point) return [await nearestCity(point)].filter((city) => city !== null)
      const all = await cities()
      const found = all.suggestCities(q, near, maxSuggestions)
      if (found.length > 0) return found.map(placeOfGazetteerCity)
      const last = all.cityNamedLast(q, near)
      return last ? [placeOfGazetteerCity(last)] : []
    },
    suggestRestaurants: async (q, near) =>
      findRestaurants(
        listing,
        await cities(),
        q,
        near,
        q === '' ? maxRestaurantsAround : maxSuggestions,
      ),
    async details(id, { viewerId }) {
      const found = cityOf(await cities(), id)
      if (!found) return restaurant(id, viewerId)
      const { id: _, name, address, latitude, longitude, ...response } = placeOfGazetteerCity(found)
      const { population } = found
      return { id, name, address, latitude, longitude, response: { ...response, population } }
    },
    nearestCity,
  }
}

/** Returns a city as a place. Its id contains the GeoNames id or, if there is none, the slug. */
export function placeOfGazetteerCity(found: City): CityPlace {
  const { id, area, population: _, ...city } = found
  const placeId = id > 0 ? `geonames:${id}` : `city:${city.slug}`
  return { ...city, id: placeId, address: area || city.name }
}

function cityOf(cities: Gazetteer, id: string) {
  const number = /^geonames:(\d{1,9})$/.exec(id)?.[1]
  return number
    ? cities.cityById(Number(number))
    : cities.cityBySlug(/^city:(.+)$/.exec(id)?.[1] ?? '')
}

/** Returns the city with this slug, or null. It comes from the gazetteer, whichever provider is configured. */
export async function cityPlaceBySlug(settings: Services['settings'], slug: string) {
  const city = (await loadGazetteer(settings.stateDir)).cityBySlug(slug)
  return city ? placeOfGazetteerCity(city) : null
}
