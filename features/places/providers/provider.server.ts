import type { CityPlace, Place, RestaurantPlace } from '../contract.ts'
import type { Point } from '#domain/position/miles.ts'
import type { RequestFacts } from '#platform/server/http/handler.ts'

export type PlaceDetails = Place & { response: Record<string, unknown> | null }

/** The call, whose caller's budgets a request to an external provider uses up. */
export type Caller = Pick<RequestFacts, 'ip' | 'withoutPermit'> & { member: number | null }
export type SuggestOptions = { by: Caller; session?: string | undefined }

/** What a caller gives in addition to a place's id. It only helps to find the place and is never returned as a fact. */
export type DetailsOptions = SuggestOptions & {
  /** Position of the place, for providers that can't look up a place by its id. */
  near?: Point | undefined
  name?: string | undefined
}

/**
 * A source of places. The browser never contacts a provider: it sends requests to our server, which uses the configured
 * provider. `session` connects what is typed with the details requested at the end, for providers that bill per
 * session.
 */
export type PlaceProvider = {
  /** Returns whether an id looks like one of the external provider's, if there is one. */
  owns(id: string): boolean
  /** Returns cities whose name begins with `q`; those within 0.1° of the point come first. */
  suggestCities(q: string, near: Point | undefined, typing: SuggestOptions): Promise<CityPlace[]>
  /** Returns restaurants, around the point or a city named in `q`, with words that begin with those of `q`. */
  suggestRestaurants(q: string, near: Point, typing: SuggestOptions): Promise<RestaurantPlace[]>
  /** Returns null for an unknown id. */
  details(id: string, asking: DetailsOptions): Promise<PlaceDetails | null>
  /** Returns null if the point is far from any city. */
  nearestCity(point: Point, by: Caller): Promise<CityPlace | null>
}

export const maxSuggestions = 8
/**
 * Maximum number of restaurants around a point if nothing was typed. The browser knows the reader's location more
 * exactly than the point that it sends, and shows the nearest of them.
 */
export const maxRestaurantsAround = 30
/** Radius in miles within which restaurants are suggested (80,467.2 meters). */
export const radiusMiles = 50

/** A city as an external provider names it. It is matched with a city of the gazetteer. */
export type ProviderCity = { text: string; point: Point | null }
export type ProviderRestaurant = {
  id: string
  name: string
  address: string
  point: Point | null
  miles: number
}

/** An external provider. Its answers are validated; if it fails, its functions throw `ServiceUnavailableError`. */
export type ExternalPlaceProvider = {
  name: string
  owns(id: string): boolean
  cities(q: string, near: Point | undefined, session?: string): Promise<ProviderCity[]>
  restaurants(q: string, near: Point, session?: string): Promise<ProviderRestaurant[]>
  details(id: string, asking: Omit<DetailsOptions, 'by'>): Promise<PlaceDetails | null>
  /** Present if the id alone decides which details are returned. */
  findsById?: true
  /** Missing if the provider can't find the city at a point. */
  cityAt?(point: Point): Promise<ProviderCity | null>
}

const milesInDegree = 69.05

/**
 * Returns a box that contains everything within 50 miles, or within `degrees`, of a point. If it crosses the
 * antimeridian, `west` is greater than `east`.
 */
export function boxAround({ latitude, longitude }: Point, degrees?: number) {
  const high = degrees ?? radiusMiles / milesInDegree
  const edge = Math.min(89, Math.abs(latitude) + high)
  const wide = degrees ?? Math.min(179, high / Math.cos((edge * Math.PI) / 180))
  return {
    south: Math.max(-90, latitude - high),
    north: Math.min(90, latitude + high),
    west: round(longitude - wide),
    east: round(longitude + wide),
  }
}

const round = (longitude: number) => ((((longitude + 180) % 360) + 360) % 360) - 180
