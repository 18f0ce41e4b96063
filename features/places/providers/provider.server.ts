import { foldText } from '#domain/fold.ts'
import { visibleRestaurantsByRequestedId } from '#domain/merged.ts'
import { type Point, roundPoint } from '#domain/position/miles.ts'
import { Refusal } from '#platform/contract/failure.ts'
import type { Database, Services } from '#platform/server/services.ts'
import { cityByPlaceId, cityPlace, nearestCity, settledCities } from '../cities/cities.server.ts'
import { suggestCities } from '../cities/suggest.server.ts'
import type { CityPlace, Place, RestaurantPlace } from '../contract.ts'
import { findRestaurants } from '../restaurant-search.server.ts'
import { createGoogle, isGoogleId } from './google.server.ts'

/** Who asks, and for which sequence of typing and choosing, because Google bills per sequence. */
type Asking = { ip: string; session?: string | undefined }
type PlaceDetails = Place & { response: Record<string, unknown> | null }

const maxSuggestions = 8
/** Maximum number of restaurants if nothing was typed. The browser, which knows the exact location, shows the nearest. */
const maxRestaurantsAround = 30

/**
 * Suggests the cities of GeoNames and the restaurants of our own table. If PLACES_KEY is set, Google is asked where these
 * don't know what was typed; if it fails or a budget is spent, they are the answer.
 */
export function createPlaceProvider({ database, settings: { places }, limits, log }: Services) {
  const google = places.provider === 'google' ? createGoogle(places) : null

  /** Asks Google, or returns null if it fails or a budget is spent, which the log says. */
  async function ask<T>(
    { ip }: Asking,
    request: (from: NonNullable<typeof google>) => Promise<T>,
  ): Promise<T | null> {
    if (!google) return null
    try {
      await limits.spendNamed({ 'place-question': { ip }, 'place-day': {} })
      return await request(google)
    } catch (error) {
      const reason = error instanceof Refusal ? 'the budget is spent' : (error as Error).message
      log.warn({ reason }, 'Google Places has no answer: embedded places are used')
      return null
    }
  }

  return {
    /** Returns null if the point is far from any city. */
    async nearestCity(point: Point): Promise<CityPlace | null> {
      const city = await nearestCity(settledCities(database), point)
      return city ? cityPlace(city) : null
    },

    /** Returns cities whose name begins with `q`; those within 0.1° of the point come first. */
    async suggestCities(q: string, near: Point | undefined, asking: Asking): Promise<CityPlace[]> {
      const own = await suggestCities(database, q, near, maxSuggestions)
      if (own.length > 0 || foldText(q) === '') return own.map(cityPlace)
      const rounded = near && roundPoint(near)
      const names = await ask(asking, (from) => from.cities(q, rounded, asking.session))
      // Our own cities have pages and time zones.
      const cities = (names ?? []).map((name) => suggestCities(database, name, near, 1))
      const found = new Map((await Promise.all(cities)).flat().map((city) => [city.id, city]))
      return [...found.values()].map(cityPlace)
    },

    /** Returns restaurants around the point with words that begin with those of `q`. */
    async suggestRestaurants(q: string, near: Point, asking: Asking): Promise<RestaurantPlace[]> {
      const most = q === '' ? maxRestaurantsAround : maxSuggestions
      const own = await findRestaurants(database, q, near, most)
      if (own.length > 0 || foldText(q) === '') return own
      const point = roundPoint(near)
      return (await ask(asking, (from) => from.restaurants(q, point, asking.session))) ?? []
    },

    /** Returns null for an unknown id. */
    details: async (id: string, viewerId: number | null, asking: Asking) =>
      (await ownDetails(database, id, viewerId)) ??
      (isGoogleId(id) ? ask(asking, (from) => from.details(id, asking.session)) : null),
  }
}

async function ownDetails(
  database: Database,
  placeId: string,
  viewerId: number | null,
): Promise<PlaceDetails | null> {
  const city = await cityByPlaceId(database, placeId)
  const found = city
    ? { ...cityPlace(city), population: city.population }
    : await visibleRestaurantsByRequestedId(database, viewerId)
        .select(['r.place_id as id', 'r.name', 'r.address', 'r.latitude', 'r.longitude'])
        .select(['r.id as restaurantId', 'r.website', 'r.phone', 'r.opening_hours as openingHours'])
        .select(['r.city_label as cityName', 'r.city_slug as citySlug', 'r.time_zone as timeZone'])
        .select(['r.source', 'r.license', 'r.name_en as nameEn', 'r.town'])
        .where('asked.place_id', '=', placeId)
        .executeTakeFirst()
  if (!found) return null
  const { id, name, address, latitude, longitude, ...response } = found
  return { id, name, address, latitude, longitude, response }
}
