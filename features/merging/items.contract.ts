import { z } from 'zod'
import { call } from '#platform/contract/call.ts'
import { failure } from '#platform/contract/failure.ts'
import { id } from '#platform/contract/shapes.ts'
import { itemNotFound } from '#features/items/contract.ts'

export const otherRestaurant = failure(
  409,
  'other_restaurant',
  'These two are of different restaurants. Where the restaurants are one, merge those.',
)
export const categoriesDiffer = failure(
  409,
  'categories_differ',
  'These two stand in different categories. Move one of them first.',
)

/** What moved, and what was one too many because its member had a part in both. */
export const merged = z.object({
  yolos: z.object({ moved: z.int(), joined: z.int() }),
  votes: z.object({ moved: z.int(), dropped: z.int() }),
  reports: z.object({ moved: z.int(), dropped: z.int() }),
})

export const mergeItems = call('POST /items/:id/merge', {
  summary:
    'Make two items of one restaurant and category one: `id` goes, `into` stays with the yolos, votes, tags, photos and reports of both',
  access: 'admin',
  limit: 'write',
  input: z.object({ id, into: id }),
  output: merged.extend({
    /** The item that stayed. */
    id,
    itemName: z.string(),
    upvoteCount: z.int(),
    yoloCount: z.int(),
    /** By this number the operator's command undoes it. */
    merge: id,
  }),
  errors: [itemNotFound, otherRestaurant, categoriesDiffer],
})
