import { z } from 'zod'
import { card, itemNotFound, publicYolo } from '#features/items/contract.ts'
import { call } from '#platform/contract/call.ts'
import { badCursor, cursor, nextCursor } from '#platform/contract/paging.ts'
import { id, ignoredCacheBuster } from '#platform/contract/shapes.ts'

export const yolosPerPage = 20

export const showItem = call('GET /items/:id', {
  summary: 'A dish: its card, and where it ranks',
  access: 'anyone',
  limit: 'read',
  input: z.object({ id, v: ignoredCacheBuster }),
  output: card.extend({
    /** Rank in its category within 20 miles of its city, as in the list on the city's page. Null if it isn't listed. */
    rank: z.object({ place: z.int(), of: z.int() }).nullable(),
    citySlug: z.string(),
  }),
  errors: [itemNotFound],
})

export const itemYolos = call('GET /items/:id/yolos', {
  summary: 'Who saved a dish and why, the newest first, 20 a page',
  access: 'anyone',
  limit: 'read',
  input: z.object({ id, cursor, v: ignoredCacheBuster }),
  output: z.object({ yolos: z.array(publicYolo), cursor: nextCursor }),
  errors: [itemNotFound, badCursor],
})
