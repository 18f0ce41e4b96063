import { z } from 'zod'
import { dayRangeInput, nextCursor, tableInput } from '#features/admin/table-contract.ts'
import { call } from '#platform/contract/call.ts'
import { id, instant } from '#platform/contract/shapes.ts'

export const recentYolos = call('GET /recentYolos', {
  access: 'admin',
  limit: 'read',
  summary: 'Yolos saved from one day to another, filtered by `q`, newest first, 1,000 a page',
  input: tableInput.extend(dayRangeInput.shape),
  output: z.object({
    recentYolos: z.array(
      z.object({
        id,
        userId: id,
        userName: z.string(),
        email: z.string().nullable(),
        categoryId: id,
        categoryName: z.string(),
        itemId: id,
        itemName: z.string(),
        restaurantId: id,
        restaurantName: z.string(),
        createdAt: instant,
      }),
    ),
    /** Number of yolos in the whole range, not just on this page. */
    count: z.int(),
    cursor: nextCursor,
  }),
})
