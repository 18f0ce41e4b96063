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

const item = reported.extend({ restaurantId: id })

export const listReportedItems = call('GET /markedExpiredItem', {
  ...marked,
  summary:
    'Items reported as no longer on the menu: hidden ones first, then by the reports that count; 1,000',
  input: z.object({ v: ignoredCacheBuster }),
  output: z.array(item),
})
