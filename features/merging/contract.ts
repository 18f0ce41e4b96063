import { z } from 'zod'
import { itemNotFound } from '#features/items/contract.ts'
import { restaurantNotFound } from '#features/restaurants/contract.ts'
import { call } from '#platform/contract/call.ts'
import { declareRefusal } from '#platform/contract/failure.ts'
import { id, ignoredCacheBuster, oneLineText } from '#platform/contract/shapes.ts'

export const cannotMerge = declareRefusal(
  409,
  'cannot_merge',
  'Only two different restaurants, or two different dishes of one restaurant and category, can be merged.',
)

const kind = z.enum(['item', 'restaurant'])
export type MergeKind = z.output<typeof kind>

const candidate = z.object({ id, name: z.string(), about: z.string(), yoloCount: z.int() })
export type MergeCandidate = z.output<typeof candidate>

export const mergeCandidates = call('GET /admin/merge/candidates', {
  summary:
    'Up to 20 to choose from: by name (`q`), or those similar to `id`. For dishes `id` is needed: only its restaurant’s of its category are found',
  access: 'admin',
  limit: 'read',
  input: z.object({
    kind,
    id: id.optional(),
    q: oneLineText(200, 0).optional(),
    v: ignoredCacheBuster,
  }),
  output: z.array(candidate),
})

const side = z.object({
  id,
  name: z.string(),
  restaurantName: z.string(),
  address: z.string(),
  categoryId: id.nullable(),
  phone: z.string().nullable(),
  website: z.string().nullable(),
  itemCount: z.int(),
  yoloCount: z.int(),
  upvoteCount: z.int(),
  photoCount: z.int(),
  reportCount: z.int(),
})
export type MergeSide = z.output<typeof side>

export const compareForMerge = call('GET /admin/merge/comparison', {
  summary: 'Two dishes or two restaurants side by side',
  access: 'admin',
  limit: 'read',
  input: z.object({ kind, from: id, into: id, v: ignoredCacheBuster }),
  output: z.object({ goes: side, stays: side }),
  errors: [itemNotFound, restaurantNotFound],
})

const merge = {
  access: 'admin',
  limit: 'write',
  input: z.object({ id, into: id }),
  output: z.object({ id, name: z.string() }),
} as const

export const mergeItems = call('POST /items/:id/merge', {
  ...merge,
  summary: 'Merge a dish into another one: `id` goes, `into` stays with what both had',
  errors: [itemNotFound, cannotMerge],
})
export const mergeRestaurants = call('POST /restaurants/:id/merge', {
  ...merge,
  summary: 'Merge a restaurant into another one: `id` goes, `into` stays with the dishes of both',
  errors: [restaurantNotFound, cannotMerge],
})
