import type { CityPlace, Place, RestaurantPlace } from './contract.ts'
import type { Point } from './gazetteer/gazetteer.server.ts'

export type PlaceDetails = Place & { response: Record<string, unknown> | null }

/**
 * Where places come from. The browser never speaks to a provider: it asks our calls, and these ask
 * the one that is configured.
 */
export type PlaceProvider = {
  /** By the beginning of the name; cities within 0.1° of the point first. */
  suggestCities(q: string, near: Point | undefined): Promise<CityPlace[]>
  /** By beginnings of words, strictly within 50 miles of the point, the nearest first. */
  suggestRestaurants(q: string, near: Point): Promise<RestaurantPlace[]>
  /** Null for an id that it doesn't know. */
  details(id: string): Promise<PlaceDetails | null>
  cityBySlug(slug: string): Promise<CityPlace | null>
  /** Null far from any city. */
  nearestCity(point: Point): Promise<CityPlace | null>
}
