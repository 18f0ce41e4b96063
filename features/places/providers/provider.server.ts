import type { CityPlace, Place, RestaurantPlace } from '../contract.ts'
import type { Point } from '#domain/miles.ts'

export type PlaceDetails = Place & { response: Record<string, unknown> | null }

/** Who asks: a question to a service elsewhere draws on their budgets. */
export type Asker = { ip: string; member: number | null }
export type Typing = { by: Asker; session?: string | undefined }

/** What is said beside the id. Only the service's own answer is believed. */
export type Asking = Typing & {
  /** Position and name, for providers that can't look a place up by its id. */
  near?: Point | undefined
  name?: string | undefined
}

/**
 * Where places come from. The browser never speaks to a provider: it asks our calls, and these ask the one that
 * is configured. `session` ties what is typed to the details that end it, for those who bill by it.
 */
export type PlaceProvider = {
  /** By the beginning of the name; cities within 0.1° of the point first. */
  suggestCities(q: string, near: Point | undefined, typing: Typing): Promise<CityPlace[]>
  /** By beginnings of words, strictly within 50 miles of the point; ours first, the nearest first. */
  suggestRestaurants(q: string, near: Point, typing: Typing): Promise<RestaurantPlace[]>
  /** Null for an id that it doesn't know. */
  details(id: string, asking: Asking): Promise<PlaceDetails | null>
  /** Null far from any city. */
  nearestCity(point: Point, by: Asker): Promise<CityPlace | null>
}

export const suggestions = 8
/** In miles (80,467.2 metres). */
export const radius = 50

/** A city as a service elsewhere names it; the gazetteer tells which that is. */
export type CityElsewhere = { text: string; point: Point | null }
export type RestaurantElsewhere = {
  id: string
  name: string
  address: string
  point: Point | null
  miles: number
}

/** A service over the network: what it says is checked, and it fails by throwing `ServiceUnavailable`. */
export type PlaceService = {
  name: string
  owns(id: string): boolean
  cities(q: string, near: Point | undefined, session?: string): Promise<CityElsewhere[]>
  restaurants(q: string, near: Point, session?: string): Promise<RestaurantElsewhere[]>
  details(id: string, asking: Omit<Asking, 'by'>): Promise<PlaceDetails | null>
  /** Absent where it can't tell what lies at a point. */
  cityAt?(point: Point): Promise<CityElsewhere | null>
}

const milesInDegree = 69.05

/** A box that holds all within 50 miles, or within so many degrees. Where it crosses the antimeridian, west is greater than east. */
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
