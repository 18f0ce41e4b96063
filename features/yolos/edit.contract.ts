import { z } from 'zod'
import { description, dishName } from '#domain/shapes.ts'
import { categoryId } from '#features/categories/contract.ts'
import { itemNotFound, yoloShown } from '#features/items/contract.ts'
import { call } from '#platform/contract/call.ts'
import { failure, notYours } from '#platform/contract/failure.ts'
import { id } from '#platform/contract/shapes.ts'
import {
  addYolo,
  alreadyYours,
  quotaFilled,
  restaurantClosed,
  restaurantGone,
  tagId,
  verifyFirst,
  yoloNotFound,
} from './contract.ts'

export const otherCategory = failure(
  409,
  'other_category',
  'Only a favorite of the same category can make room for this one.',
)

const edited = z.object({
  id,
  itemId: id,
  itemName: z.string(),
  categoryId: z.int(),
  description: z.string(),
  userName: z.string(),
  yoloTags: z.array(z.object({ tagId: z.int() })),
})
const move = {
  access: 'member',
  limit: 'write',
  /** One had voted for the item that it moved to; of another's votes an admin hears nothing. */
  output: edited.extend({ voteWithdrawn: z.boolean() }),
  errors: [
    yoloNotFound,
    notYours,
    itemNotFound,
    quotaFilled,
    alreadyYours,
    restaurantClosed,
    restaurantGone,
  ],
} as const

export const editYolo = call('PUT /yolos', {
  summary: 'Change a yolo’s text; what is left out stays as it is',
  access: 'member',
  limit: 'write',
  posts: true,
  input: z.object({
    id,
    description: description.nullish(),
    /** Read for user 20 alone. */
    userName: z.string().max(10_000).nullish(),
    userId: id.optional(),
  }),
  output: edited,
  errors: [yoloNotFound, notYours],
})

export const renameYolo = call('PUT /yolo/name', {
  ...move,
  summary: 'Give a yolo’s item another name; where others keep the item, the yolo moves instead',
  posts: true,
  input: z.object({ yoloId: id, new_name: dishName }),
})

export const moveYolo = call('PUT /yolos/category', {
  ...move,
  summary: 'Move a yolo to another category; tags of the old one drop off',
  posts: true,
  input: z.object({
    yoloId: id,
    categoryId,
    /** Tags of the new category that it gets with the move. */
    tags: z.array(tagId).max(151).optional(),
  }),
})

export const deleteYolo = call('DELETE /yolos/delete/:yoloId', {
  summary: 'Delete a yolo with its text, tags and photo; other members’ votes stay on the item',
  access: 'member',
  limit: 'write',
  input: z.object({ yoloId: id }),
  output: z.object({ id }),
  errors: [yoloNotFound, notYours],
})

export const restoreYolo = call('POST /yolos/:yoloId/restore', {
  summary: 'Take a deletion back within ten minutes: the yolo with its text, tags and photo',
  access: 'member',
  limit: 'write',
  posts: true,
  input: z.object({ yoloId: id }),
  output: edited,
  errors: [yoloNotFound, notYours, itemNotFound, quotaFilled, alreadyYours, verifyFirst],
})

export const yolosToEdit = call('GET /items/:id/editable-yolos', {
  summary: 'The yolos of an item that the viewer may change: the own one; up to 100 for an admin',
  access: 'member',
  limit: 'read',
  input: z.object({ id }),
  output: z.array(yoloShown),
  errors: [itemNotFound],
})

export const swapYolo = call('POST /yolos/swap', {
  summary: 'Save a favourite in the place of one that goes, both or neither',
  access: 'member',
  limit: 'write',
  posts: true,
  input: addYolo.input.extend({
    /** The yolo that goes. */
    outId: id,
  }),
  output: addYolo.output,
  errors: [...addYolo.errors, yoloNotFound, notYours, otherCategory],
})
