import type { Point } from '#domain/position/miles.ts'
import type { CityPlace, Place, RestaurantPlace } from '../contract.ts'

export type PlaceDetails = Place & { response: Record<string, unknown> | null }

/** Who asks, and for which sequence of typing and choosing, because Google bills per sequence. */
export type Asking = { ip: string; viewerId: number | null; session?: string | undefined }

/** Suggests cities and restaurants, and gives details. The browser never contacts a provider. */
export type PlaceProvider = {
  /** Returns cities whose name begins with `q`; those within 0.1° of the point come first. */
  suggestCities(q: string, near: Point | undefined, asking: Asking): Promise<CityPlace[]>
  /** Returns restaurants around the point with words that begin with those of `q`. */
  suggestRestaurants(q: string, near: Point, asking: Asking): Promise<RestaurantPlace[]>
  /** Returns null for an unknown id. */
  details(id: string, asking: Asking): Promise<PlaceDetails | null>
  /** Returns null if the point is far from any city. */
  nearestCity(point: Point): Promise<CityPlace | null>
}

export const maxSuggestions = 8
/** Radius in miles within which restaurants are suggested (80,467.2 meters). */
export const radiusMiles = 50
