import { z } from 'zod'
import { placeId, restaurantAddress, restaurantName } from '#domain/shapes.ts'
import { call } from '#platform/contract/call.ts'
import { declareRefusal } from '#platform/contract/failure.ts'
import {
  id,
  latitude,
  longitude,
  oneLineText,
  ignoredCacheBuster,
} from '#platform/contract/shapes.ts'

const text = z.string()
/** A provider's record of a city or restaurant. The id is opaque: 'geonames:5037649', 'osm:node/1', 'own:…'. */
export const place = z.object({ id: text, name: text, address: text, latitude, longitude })

/** A city with a name such as 'Minneapolis, MN, US'. The address distinguishes cities with the same name. */
export const city = place.extend({ slug: text, timeZone: text })

/**
 * `restaurantId` is null if only the provider knows the restaurant. The point is null if the provider gives it only
 * with the details.
 */
export const restaurantPlace = place.extend({
  latitude: latitude.nullable(),
  longitude: longitude.nullable(),
  restaurantId: id.nullable(),
  distanceMiles: z.number(),
})

export type Place = z.output<typeof place>
export type CityPlace = z.output<typeof city>
export type RestaurantPlace = z.output<typeof restaurantPlace>

export const placeNotFound = declareRefusal(404, 'place_not_found', 'Not Found!')
export const restaurantExists = declareRefusal(
  409,
  'restaurant_exists',
  'This restaurant is here already.',
  z.object({ restaurant: place.extend({ id, placeId: text }) }),
)

export const mustVerifyToAddRestaurant = declareRefusal(
  403,
  'verify_first',
  'To add a restaurant now, you must verify by e-mail first.',
)

const open = { access: 'anyone', limit: 'read' } as const
const typed = oneLineText(100, 0)
/** Id that the page makes for one sequence of typing and choosing, because some providers bill per sequence. */
const session = z
  .string()
  .regex(/^[\w-]{8,36}$/, 'This can’t be a session.')
  .optional()

export const suggestCities = call('GET /places/cities', {
  summary: 'Cities whose name begins like this; those around the point first',
  ...open,
  input: z.object({
    q: typed,
    latitude: latitude.optional(),
    longitude: longitude.optional(),
    session,
    v: ignoredCacheBuster,
  }),
  output: z.array(city),
})

export const cityBySlug = call('GET /cities/:slug', {
  summary: 'The city of a readable address',
  ...open,
  input: z.object({ slug: z.string().min(1).max(200), v: ignoredCacheBuster }),
  output: city,
  errors: [placeNotFound],
})

export const nearestCity = call('GET /places/nearest-city', {
  summary: 'The city that a point lies in or next to',
  ...open,
  input: z.object({ latitude, longitude, v: ignoredCacheBuster }),
  output: city,
  errors: [placeNotFound],
})

export const suggestRestaurants = call('GET /places/restaurants', {
  summary:
    'Restaurants within 50 miles of a point, or around a city that is named too, by the beginnings of words of their name',
  ...open,
  input: z.object({ q: typed, latitude, longitude, session, v: ignoredCacheBuster }),
  output: z.array(restaurantPlace),
})

export const showPlace = call('GET /places/:id', {
  summary: 'What the provider knows of a place',
  ...open,
  input: z.object({ id: placeId, session, v: ignoredCacheBuster }),
  output: place.extend({ response: z.record(text, z.unknown()).nullable() }),
  errors: [placeNotFound],
})

export const addRestaurant = call('POST /restaurants', {
  summary:
    'Add a missing restaurant (20 a day), which others see while its member counts; an unverified member the one of their first favorite',
  access: 'member',
  limit: 'write',
  input: z.object({ name: restaurantName, address: restaurantAddress, latitude, longitude }),
  output: z.object({ id, placeId: text }),
  errors: [restaurantExists, mustVerifyToAddRestaurant],
})
