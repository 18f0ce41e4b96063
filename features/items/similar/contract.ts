import { z } from 'zod'
import { dishName, placeId } from '#domain/shapes.ts'
import { categoryId } from '#features/categories/contract.ts'
import { call } from '#platform/contract/call.ts'
import { id, ignoredCacheBuster } from '#platform/contract/shapes.ts'

export const similarItems = call('GET /items/similar', {
  summary:
    'Up to five items of a restaurant and category near in name to what has been typed so far',
  access: 'anyone',
  limit: 'read',
  input: z.object({
    /** Our id of the restaurant. Either this or the provider's `placeId` must be given. */
    restaurantId: id.optional(),
    placeId: placeId.optional(),
    category: categoryId,
    itemName: dishName,
    v: ignoredCacheBuster,
  }),
  output: z.array(
    z.object({
      id,
      name: z.string(),
      itemName: z.string(),
      upvoteCount: z.int(),
      yoloCount: z.int(),
      /** True if it is one of the viewer’s own favorites. */
      used: z.boolean(),
    }),
  ),
})
