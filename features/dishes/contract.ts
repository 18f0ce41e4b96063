import { z } from 'zod'
import { card, itemNotFound, publicYolo } from '#features/items/contract.ts'
import { similarItems } from '#features/items/similar/contract.ts'
import { call } from '#platform/contract/call.ts'
import { badCursor, cursor, nextCursor } from '#platform/contract/paging.ts'
import { id, ignoredCacheBuster } from '#platform/contract/shapes.ts'

export const yolosPerPage = 20

/** The dish's place in a list, the list's length and its name. Null if the list doesn't contain the dish. */
const rank = z.object({ place: z.int(), of: z.int(), within: z.string() }).nullable()

export const showItem = call('GET /items/:id', {
  summary: 'A dish: its card, where it ranks, and dishes of nearly its name at the same restaurant',
  access: 'anyone',
  limit: 'read',
  input: z.object({ id, v: ignoredCacheBuster }),
  output: card.extend({
    /** Rank in its category within 20 miles of its city, as in the list on the city's page. */
    rank,
    /** Rank among all dishes of its restaurant. */
    restaurantRank: rank,
    citySlug: z.string(),
    /** True if only the member who added its restaurant and admins see it yet. */
    unconfirmed: z.boolean(),
    similar: similarItems.output,
  }),
  errors: [itemNotFound],
})

export const itemYolos = call('GET /items/:id/yolos', {
  summary:
    'Who saved a dish and why, 20 a page: those with a text or photo first, then the newest first',
  access: 'anyone',
  limit: 'read',
  input: z.object({ id, cursor, v: ignoredCacheBuster }),
  output: z.object({
    yolos: z.array(publicYolo),
    /** Cursor of the next page; null at the end. */
    cursor: nextCursor,
  }),
  errors: [itemNotFound, badCursor],
})
