import { z } from 'zod'
import { card } from '#features/items/contract.ts'
import { city, restaurantPlace } from '#features/places/contract.ts'
import { call } from '#platform/contract/call.ts'
import {
  id,
  latitude,
  longitude,
  oneLineText,
  ignoredCacheBuster,
} from '#platform/contract/shapes.ts'

export const resultKinds = [
  'dishes',
  'restaurants',
  'members',
  'cities',
  'categories',
  'tags',
] as const
export type ResultKind = (typeof resultKinds)[number]

const isKinds = (text: string) =>
  text.split(',').every((kind) => (resultKinds as readonly string[]).includes(kind))

export const search = call('GET /search', {
  summary:
    'Dishes, restaurants, members, cities, categories and tags by words, best first, eight of each',
  access: 'anyone',
  limit: 'read',
  input: z.object({
    q: oneLineText(100),
    /** In degrees. Either both or neither must be given; what is near the point comes first. */
    latitude: latitude.optional(),
    longitude: longitude.optional(),
    /** Comma list of what to search for, or absent for everything. The other lists of the answer are empty. */
    kinds: z
      .string()
      .max(200)
      .refine(isKinds, `A comma list of ${resultKinds.join(', ')}.`)
      .optional(),
    v: ignoredCacheBuster,
  }),
  output: z.object({
    /** The city that the query names next to other words. The found categories and tags then apply to this city. */
    place: z.object({ name: z.string(), slug: z.string(), latitude, longitude }).nullable(),
    dishes: z.array(card),
    restaurants: z.array(
      restaurantPlace.omit({ id: true, restaurantId: true, distanceMiles: true }).extend({
        id,
        placeId: z.string(),
        /** Name of the city that the restaurant is in or next to. */
        cityName: z.string(),
        /** Distance from the requested point, in miles. Null if no point was given. */
        distanceMiles: z.number().nullable(),
      }),
    ),
    members: z.array(
      z.object({ id, name: z.string(), userName: z.string(), avatar: z.string().nullable() }),
    ),
    cities: z.array(city),
    categories: z.array(z.object({ id: z.int(), name: z.string(), slug: z.string() })),
    tags: z.array(z.object({ id: z.int(), name: z.string(), categoryId: z.int() })),
  }),
})
