import { z } from 'zod'
import { call } from '#platform/contract/call.ts'
import { id, v } from '#platform/contract/shapes.ts'
import { isCategoryId } from '#domain/vocabulary/categories.ts'

export const categoryId = z.int().refine(isCategoryId, 'There is no such category.')

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
  summary: 'The tags of a category, or all; drinks have none',
  access: 'anyone',
  limit: 'read',
  input: z.object({ category: categoryId.optional(), v }),
  output: z.array(z.object({ id: z.int(), category: z.int(), name: z.string() })),
})

export const userCategories = call('GET /user-categories', {
  summary: 'Every category with the number of the member’s favourites in it',
  access: 'member',
  limit: 'read',
  input: z.object({ user: id.optional(), v }),
  output: z.array(z.object({ id: z.int(), name: z.string(), counter: z.int() })),
})
