import { z } from 'zod'
import { call } from '#platform/contract/call.ts'
import { id, latitude, longitude, ignoredCacheBuster } from '#platform/contract/shapes.ts'
import { defaultDistance, distanceOptions } from '#domain/position/distances.ts'
import { categoryIds, isCategoryId } from '#domain/vocabulary/categories.ts'

/** Distance in miles (rules: distance). */
export const distanceMiles = z
  .literal(distanceOptions, { error: 'Choose 20, 10, 5 or 1 miles.' })
  .default(defaultDistance)

/** Filters of lists that also apply to counts of tags. */
export const filterInputFields = {
  /** Comma-separated price levels, 1 to 4. Only dishes of restaurants with one of these levels. */
  price: z
    .string()
    .regex(/^([1-4](,[1-4]){0,9})?$/, 'A comma list of 1 to 4.')
    .default(''),
  /** Only dishes of restaurants that are open now, by their local time. */
  open: z.literal('now', { error: 'Only “now” can be asked for.' }).optional(),
}

export const categoryId = z
  .int()
  .refine(isCategoryId, 'There is no such category.')
  .meta({ enum: categoryIds })

export const listCategories = call('GET /categories', {
  summary: 'The fourteen categories',
  access: 'anyone',
  limit: 'read',
  input: z.object({ v: ignoredCacheBuster }),
  output: z.array(
    z.object({
      id: z.int(),
      name: z.string(),
      /** The name on tiles and pills. */
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
    'The tags of a category, or all; drinks have none. With a point: how many dishes within the distance, of these prices and open, have each',
  access: 'anyone',
  limit: 'read',
  input: z.object({
    category: categoryId.optional(),
    /** In degrees. Either both or neither must be given, and only together with `category`. */
    latitude: latitude.optional(),
    longitude: longitude.optional(),
    distanceMiles,
    ...filterInputFields,
    v: ignoredCacheBuster,
  }),
  output: z.array(
    z.object({
      id: z.int(),
      category: z.int(),
      name: z.string(),
      /** Number of dishes within the distance that have the tag. Absent if no point was given. */
      count: z.int().optional(),
    }),
  ),
})

export const userCategories = call('GET /user-categories', {
  summary: 'Every category with the number of the member’s favorites in it',
  access: 'member',
  limit: 'read',
  input: z.object({ user: id.optional(), v: ignoredCacheBuster }),
  output: z.array(z.object({ id: z.int(), name: z.string(), counter: z.int() })),
})
