import { z } from 'zod'
import { itemNotFound } from '#features/items/contract.ts'
import { restaurantNotFound } from '#features/restaurants/contract.ts'
import { call } from '#platform/contract/call.ts'
import { id, instant, query, v } from '#platform/contract/shapes.ts'

const read = { access: 'admin', limit: 'read' } as const
const marked = { access: 'admin-514', limit: 'read' } as const

export const restaurantsByCity = call('GET /restaurantsByCity', {
  ...read,
  summary:
    'Restaurants of a city by name, 1,000 a page: `city` is its whole label, or its name alone for all so named',
  input: z.object({ city: query(200), cursor: id.optional(), v }),
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
    /** The id of the last one, where there are more. */
    cursor: id.nullable(),
  }),
})

export const itemsWithYolos = call('GET /itemsWithYolos', {
  ...read,
  summary: 'A restaurant and its items, most yolos first',
  input: z.object({ restaurantId: id, v }),
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
        /** No longer on the menu. */
        gone: z.boolean(),
      }),
    ),
  }),
  errors: [restaurantNotFound],
})

export const itemInfo = call('GET /getItemInfo', {
  ...read,
  summary: 'An item with the yolos on it, the newest 1,000; deleted ones too',
  input: z.object({ itemId: id, v }),
  output: z.object({
    id,
    name: z.string(),
    restaurantId: id,
    restaurantName: z.string(),
    upvoteCount: z.int(),
    categoryId: id,
    gone: z.boolean(),
    deleted: z.boolean(),
    yolos: z.array(
      z.object({
        id,
        userId: id,
        userName: z.string(),
        email: z.string().nullable(),
        description: z.string(),
        createdAt: instant,
      }),
    ),
  }),
  errors: [itemNotFound],
})

const reported = z.object({
  id,
  name: z.string(),
  restaurantName: z.string(),
  reportCount: z.int(),
  /** Out of the listings: reported by five verified members, or by an admin. */
  hidden: z.boolean(),
})

export const markedItems = call('GET /markedExpiredItem', {
  ...marked,
  summary: 'Items reported as no longer on the menu: hidden ones first, then by reports; 1,000',
  input: z.object({ v }),
  output: z.array(reported.extend({ restaurantId: id })),
})

export const markedRestaurants = call('GET /markedClosedRestaurant', {
  ...marked,
  summary: 'Restaurants reported as closed: hidden ones first, then by reports; 1,000',
  input: z.object({ v }),
  output: z.object({ restaurants: z.array(reported.extend({ address: z.string() })) }),
})
