import { z } from 'zod'
import { timeCursor, pageShape, tableInput } from '#features/admin/table-contract.ts'
import { dayRangeInput } from '#features/admin/days.ts'
import { categoryId } from '#features/categories/contract.ts'
import { call } from '#platform/contract/call.ts'
import { id, instant } from '#platform/contract/shapes.ts'

export const recentYolos = call('GET /recentYolos', {
  access: 'admin',
  limit: 'read',
  summary:
    'Yolos saved from one day to another, filtered by `q`, newest first or sorted by a column, 1,000 a page',
  input: tableInput(
    ['userName', 'category', 'itemName', 'restaurantName', 'email', 'createdAt'],
    timeCursor,
  ).extend({ ...dayRangeInput.shape, category: categoryId.optional() }),
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
    ...pageShape(timeCursor),
  }),
})
