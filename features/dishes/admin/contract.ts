import { z } from 'zod'
import { itemNotFound } from '#features/items/contract.ts'
import { call } from '#platform/contract/call.ts'
import { id, instant, ignoredCacheBuster } from '#platform/contract/shapes.ts'

export const showItemToAdmin = call('GET /getItemInfo', {
  access: 'admin',
  limit: 'read',
  summary: 'An item with the yolos on it, the newest 1,000; deleted ones too',
  input: z.object({ itemId: id, v: ignoredCacheBuster }),
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
