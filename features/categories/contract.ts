import { z } from 'zod'
import { call } from '#platform/contract/call.ts'
import { id, latitude, longitude, v } from '#platform/contract/shapes.ts'
import { defaultDistance, distances } from '#domain/distances.ts'
import { categoryIds, isCategoryId } from '#domain/vocabulary/categories.ts'

/** Miles; one at a time (rules: distance). */
export const distanceMiles = z
  .literal(distances, { error: 'Choose 20, 10, 5 or 1 miles.' })
  .default(defaultDistance)

export const categoryId = z
  .int()
  .refine(isCategoryId, 'There is no such category.')
  .meta({ enum: categoryIds })

export const listCategories = call('GET /categories', {
  summary: 'The fourteen categories',
  access: 'anyone',
  limit: 'read',
  input: z.object({ v }),
  output: z.array(
    z.object({
      id: z.int(),
      name: z.string(),
      /** The word on tiles and pills. */
      label: z.string(),
      slug: z.string(),
      group: z.enum(['food', 'drinks']),
      hasTags: z.boolean(),
      tagsInWizard: z.boolean(),
    }),
  ),
})

export const listTags = call('GET /tags', {
  summary:
    'The tags of a category, or all; drinks have none. With a point: how many dishes within the distance have each',
  access: 'anyone',
  limit: 'read',
  input: z.object({
    category: categoryId.optional(),
    /** Degrees; both or neither, and only of one category. */
    latitude: latitude.optional(),
    longitude: longitude.optional(),
    distanceMiles,
    v,
  }),
  output: z.array(
    z.object({
      id: z.int(),
      category: z.int(),
      name: z.string(),
      /** Dishes within the distance that have it; absent without a point. */
      count: z.int().optional(),
    }),
  ),
})

export const userCategories = call('GET /user-categories', {
  summary: 'Every category with the number of the member’s favourites in it',
  access: 'member',
  limit: 'read',
  input: z.object({ user: id.optional(), v }),
  output: z.array(z.object({ id: z.int(), name: z.string(), counter: z.int() })),
})
