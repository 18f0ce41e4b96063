import { z } from 'zod'
import { call } from '#platform/contract/call.ts'
import { id, ignoredCacheBuster } from '#platform/contract/shapes.ts'

const marked = { access: 'admin-514', limit: 'read' } as const

const reported = z.object({
  id,
  name: z.string(),
  restaurantName: z.string(),
  reportCount: z.int(),
  /** True if it is hidden from listings, because five verified members or an admin reported it. */
  hidden: z.boolean(),
})

export const markedItems = call('GET /markedExpiredItem', {
  ...marked,
  summary: 'Items reported as no longer on the menu: hidden ones first, then by reports; 1,000',
  input: z.object({ v: ignoredCacheBuster }),
  output: z.array(reported.extend({ restaurantId: id })),
})

export const markedRestaurants = call('GET /markedClosedRestaurant', {
  ...marked,
  summary: 'Restaurants reported as closed: hidden ones first, then by reports; 1,000',
  input: z.object({ v: ignoredCacheBuster }),
  output: z.object({ restaurants: z.array(reported.extend({ address: z.string() })) }),
})
