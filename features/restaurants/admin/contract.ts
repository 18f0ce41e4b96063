import { z } from 'zod'
import { nextCursor, tableInput } from '#features/admin/table-contract.ts'
import { call } from '#platform/contract/call.ts'
import { id, oneLineText, ignoredCacheBuster } from '#platform/contract/shapes.ts'
import { restaurantNotFound } from '../contract.ts'

const read = { access: 'admin', limit: 'read' } as const

export const restaurantsByCity = call('GET /restaurantsByCity', {
  ...read,
  summary:
    'Restaurants of a city, filtered by `q`, by name, 1,000 a page: `city` is its whole label, or its name alone for all so named',
  input: tableInput.extend({ city: oneLineText(200) }),
  output: z.object({
    restaurants: z.array(
      z.object({
        id,
        name: z.string(),
        address: z.string(),
        cityLabel: z.string(),
        itemCount: z.int(),
        yoloCount: z.int(),
        closed: z.boolean(),
      }),
    ),
    cursor: nextCursor,
  }),
})

export const itemsWithYolos = call('GET /itemsWithYolos', {
  ...read,
  summary: 'A restaurant and its items, most yolos first',
  input: z.object({ restaurantId: id, v: ignoredCacheBuster }),
  output: z.object({
    restaurant: z.object({
      id,
      name: z.string(),
      address: z.string(),
      cityLabel: z.string(),
      closed: z.boolean(),
      deleted: z.boolean(),
    }),
    items: z.array(
      z.object({
        id,
        name: z.string(),
        categoryId: id,
        categoryName: z.string(),
        yoloCount: z.int(),
        upvoteCount: z.int(),
        /** True if the item is no longer on the menu. */
        gone: z.boolean(),
      }),
    ),
  }),
  errors: [restaurantNotFound],
})

export const closedRestaurants = call('GET /markedClosedRestaurant', {
  access: 'admin-514',
  limit: 'read',
  summary:
    'Restaurants that members report as closed: hidden ones first, then by the reports that count; 1,000',
  input: z.object({ v: ignoredCacheBuster }),
  output: z.object({
    restaurants: z.array(
      z.object({
        id,
        name: z.string(),
        restaurantName: z.string(),
        address: z.string(),
        reportCount: z.int(),
        /** True if enough counting members reported it, so that it is in no list. */
        hidden: z.boolean(),
      }),
    ),
  }),
})
