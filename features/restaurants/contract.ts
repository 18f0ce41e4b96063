import { z } from 'zod'
import { placeId, restaurantName } from '#domain/shapes.ts'
import { card } from '#features/items/contract.ts'
import { call } from '#platform/contract/call.ts'
import { declareRefusal } from '#platform/contract/failure.ts'
import { id, latitude, longitude, ignoredCacheBuster } from '#platform/contract/shapes.ts'

/** A time span on one day. `openTime` and `closeTime` are 'HH:MM' in 24-hour form, or null if the day is closed. */
export const openingHours = z.object({
  day: z.string(),
  openTime: z.string().nullable(),
  closeTime: z.string().nullable(),
  closed: z.boolean(),
})

export const restaurant = z.object({
  id,
  placeId: z.string(),
  name: z.string(),
  address: z.string(),
  latitude,
  longitude,
  cityName: z.string(),
  citySlug: z.string(),
  timeZone: z.string(),
  priceLevel: z.int().nullable(),
  website: z.string().nullable(),
  phone: z.string().nullable(),
  /** Null if unknown, which the page shows as 'NOT FOUND'. */
  openingHours: z.array(openingHours).nullable(),
  /** True if the viewer has reported the restaurant as permanently closed, regardless of other reports. */
  restaurantClosed: z.boolean(),
  /** True for everyone if five counting members report it as permanently closed, or an admin said so. */
  closed: z.boolean(),
  /** True if a member who doesn't count added the restaurant, which only they and admins see. */
  unconfirmed: z.boolean(),
  /** Licenses of its sources, which must be shown; '' if there are none. */
  license: z.string(),
})
export type Restaurant = z.output<typeof restaurant>

export const restaurantNotFound = declareRefusal(
  404,
  'restaurant_not_found',
  'This restaurant isn’t here any more.',
)
export const noYolosAtRestaurant = declareRefusal(
  404,
  'nothing_saved',
  "We're sorry, but there are no favorites saved at this restaurant yet.",
)

export const showRestaurant = call('GET /restaurants/:id', {
  summary: 'A restaurant and its dishes, best first, 50 a page',
  access: 'anyone',
  limit: 'read',
  input: z.object({ id, page: id.default(1), v: ignoredCacheBuster }),
  output: z.object({
    restaurant,
    items: z.array(card),
    /** Number of better dishes, which are on earlier pages. */
    from: z.int(),
    /** Number of the next page; null at the end. */
    nextPage: z.int().nullable(),
    /** Dishes that members say are no longer on the menu, most recently hidden first. */
    goneItems: z.array(card),
  }),
  errors: [restaurantNotFound],
})

export const findRestaurant = call('GET /restaurants', {
  summary:
    'The restaurant of this name (or place id) that has favorites; with a point, the nearest of the name',
  access: 'anyone',
  limit: 'read',
  input: z.object({
    name: restaurantName.optional(),
    placeId: placeId.optional(),
    latitude: latitude.optional(),
    longitude: longitude.optional(),
    v: ignoredCacheBuster,
  }),
  output: z.object({ id }),
  errors: [noYolosAtRestaurant],
})

const closed = z.object({ id, restaurantClosed: z.boolean() })

export const reportClosed = call('POST /restaurants/:id/closed', {
  summary: 'Report a restaurant as permanently closed; a second time changes nothing',
  access: 'member',
  limit: 'report',
  input: z.object({ id, userId: id.optional() }),
  output: closed,
  errors: [restaurantNotFound],
})
export const withdrawClosedReport = call('DELETE /restaurants/:id/closed', {
  summary: 'Take one’s own report of a restaurant back; without one nothing changes',
  access: 'member',
  limit: 'report',
  input: z.object({ id, userId: id.optional() }),
  output: closed,
  errors: [restaurantNotFound],
})
export const markClosed = call('GET /restaurant/markClosed', {
  summary: 'The same for old clients',
  access: 'member',
  limit: 'report',
  unsafeGet: true,
  input: z.object({ restaurantId: id, userId: id.optional() }),
  output: closed,
  errors: [restaurantNotFound],
})
