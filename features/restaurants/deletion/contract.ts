import { z } from 'zod'
import { itemNotFound } from '#features/items/contract.ts'
import { restaurantNotFound } from '../contract.ts'
import { call } from '#platform/contract/call.ts'
import { declareRefusal } from '#platform/contract/failure.ts'
import { id } from '#platform/contract/shapes.ts'

const write = { access: 'admin', limit: 'write', inputFrom: 'query-or-body' } as const

export const nameTaken = declareRefusal(
  409,
  'name_taken',
  'A dish of this name was saved there since. Delete it or merge it with another one first.',
)
export const nameTakenBy = ({ id, name }: { id: number; name: string }) =>
  `“${name}” was saved there since, as dish ${id}. Delete it or merge it with another one first.`
export const restaurantDeleted = declareRefusal(
  409,
  'restaurant_deleted',
  'The dish’s restaurant is deleted. Bring that back first.',
)
export const deletionNotFound = declareRefusal(
  404,
  'not_deleted',
  'Nothing of this number is deleted.',
)

const deleted = z.object({ id, deleted: z.literal(true) })
const restored = z.object({
  id,
  deleted: z.literal(false),
  /** Numbers of favorites restored with it and of those left deleted, mostly because the member's quota is filled. */
  yolos: z.object({ restored: z.int(), left: z.int() }),
})
const item = z.object({ itemId: id })
const restaurant = z.object({ restaurantId: id })

export const deleteItem = call('PUT /items/delete', {
  ...write,
  summary: 'Delete an item with the yolos on it; can be undone for 90 days',
  input: item,
  output: deleted,
  errors: [itemNotFound],
})
export const restoreItem = call('PUT /items/restore', {
  ...write,
  summary: 'Undo the deletion of an item',
  input: item,
  output: restored,
  errors: [deletionNotFound, nameTaken, restaurantDeleted],
})
export const deleteRestaurant = call('PUT /restaurant/delete', {
  ...write,
  summary: 'Delete a restaurant with its items and the yolos on them; can be undone for 90 days',
  input: restaurant,
  output: deleted,
  errors: [restaurantNotFound],
})
export const deleteRestaurantsOfMember = call('POST /admin/members/:id/delete-restaurants', {
  summary:
    'Delete the restaurants that a member added and nobody else speaks for, at most 50 at once; each can be undone for 90 days',
  access: 'admin',
  othersId: true,
  limit: 'write',
  input: z.object({ id }),
  output: z.object({
    deleted: z.int(),
    /** Number of those that stay, as others have favorites there or brought them, too. */
    kept: z.int(),
    /** Number of those that the next call deletes. */
    left: z.int(),
  }),
})
export const restoreRestaurant = call('PUT /restaurant/restore', {
  ...write,
  summary: 'Undo the deletion of a restaurant',
  input: restaurant,
  output: restored,
  errors: [deletionNotFound],
})
