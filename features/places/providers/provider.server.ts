import type { CityPlace, Place, RestaurantPlace } from '../contract.ts'
import type { Point } from '#domain/miles.ts'

export type PlaceDetails = Place & { response: Record<string, unknown> | null }

/** The caller, whose budgets a request to an external provider uses up. */
export type Asker = { ip: string; member: number | null }
export type Typing = { by: Asker; session?: string | undefined }

/** What a caller gives in addition to a place's id. It only helps to find the place and is never returned as a fact. */
export type Asking = Typing & {
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
  /** Returns cities whose name begins with `q`; those within 0.1° of the point come first. */
  suggestCities(q: string, near: Point | undefined, typing: Typing): Promise<CityPlace[]>
  /** Returns restaurants, around the point or a city named in `q`, with words that begin with those of `q`. */
  suggestRestaurants(q: string, near: Point, typing: Typing): Promise<RestaurantPlace[]>
  /** Returns null for an unknown id. */
  details(id: string, asking: Asking): Promise<PlaceDetails | null>
  /** Returns null if the point is far from any city. */
  nearestCity(point: Point, by: Asker): Promise<CityPlace | null>
}

export const suggestions = 8
/** Radius in miles within which restaurants are suggested (80,467.2 meters). */
export const radius = 50

/** A city as an external provider names it. It is matched with a city of the gazetteer. */
export type CityElsewhere = { text: string; point: Point | null }
export type RestaurantElsewhere = {
  id: string
  name: string
  address: string
  point: Point | null
  miles: number
}

/** An external provider. Its answers are validated; if it fails, its functions throw `ServiceUnavailable`. */
export type PlaceService = {
  name: string
  owns(id: string): boolean
  cities(q: string, near: Point | undefined, session?: string): Promise<CityElsewhere[]>
  restaurants(q: string, near: Point, session?: string): Promise<RestaurantElsewhere[]>
  details(id: string, asking: Omit<Asking, 'by'>): Promise<PlaceDetails | null>
  /** Missing if the provider can't find the city at a point. */
  cityAt?(point: Point): Promise<CityElsewhere | null>
}

const milesInDegree = 69.05

/**
 * Returns a box that contains everything within 50 miles, or within `degrees`, of a point. If it crosses the
 * antimeridian, `west` is greater than `east`.
 */
export function boxAround({ latitude, longitude }: Point, degrees?: number) {
  const high = degrees ?? radius / milesInDegree
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
