import { z } from 'zod'
import { itemNotFound } from '#features/items/contract.ts'
import { call } from '#platform/contract/call.ts'
import { declareRefusal } from '#platform/contract/failure.ts'
import { id } from '#platform/contract/shapes.ts'
import { restaurantNotFound } from '../contract.ts'

const write = { access: 'admin', limit: 'write', inputFrom: 'query-or-body' } as const

export const restaurantDeleted = declareRefusal(
  409,
  'restaurant_deleted',
  'The dish’s restaurant is deleted. Restore that first.',
)
export const notDeleted = declareRefusal(404, 'not_deleted', 'Nothing of this number is deleted.')

const deleted = z.object({ id, deleted: z.literal(true) })
const restored = z.object({
  id,
  deleted: z.literal(false),
  /** Number of favorites that are gone, because their members' three places are filled by now. */
  lostYolos: z.int(),
})
const item = z.object({ itemId: id })
const restaurant = z.object({ restaurantId: id })

export const deleteItem = call('PUT /items/delete', {
  ...write,
  summary: 'Delete an item; it can be restored for 90 days',
  input: item,
  output: deleted,
  errors: [itemNotFound],
})
export const restoreItem = call('PUT /items/restore', {
  ...write,
  summary: 'Restore a deleted item with the yolos on it',
  input: item,
  output: restored,
  errors: [notDeleted, restaurantDeleted],
})
export const deleteRestaurant = call('PUT /restaurant/delete', {
  ...write,
  summary: 'Delete a restaurant with its items; it can be restored for 90 days',
  input: restaurant,
  output: deleted,
  errors: [restaurantNotFound],
})
export const restoreRestaurant = call('PUT /restaurant/restore', {
  ...write,
  summary: 'Restore a deleted restaurant with its items and the yolos on them',
  input: restaurant,
  output: restored,
  errors: [notDeleted],
})
