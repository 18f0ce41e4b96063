import { z } from 'zod'
import { categoryId } from '#features/categories/contract.ts'
import { listedCard } from '#features/items/contract.ts'
import { call } from '#platform/contract/call.ts'
import { badCursor, cursor, nextCursor } from '#platform/contract/paging.ts'
import { latitude, longitude, v } from '#platform/contract/shapes.ts'

/** Miles; one at a time (rules: distance). */
export const distances = [20, 10, 5, 1] as const
export const defaultDistance = 20
export const pageSize = 50

const page = z.object({
  nearBy: z.array(listedCard),
  top: z.array(listedCard),
  /** Where the next page of each list begins; null at its end. */
  nearByCursor: nextCursor,
  topCursor: nextCursor,
})

export const listYolos = call('GET /yolos', {
  summary: 'The best of a category: `nearBy` within the distance of a point, `top` anywhere else',
  access: 'anyone',
  limit: 'read',
  outputByQuery: true,
  input: z.object({
    category: categoryId,
    /** Degrees; both or neither. Without a point `nearBy` is empty. */
    latitude: latitude.optional(),
    longitude: longitude.optional(),
    distanceMiles: z
      .literal([20, 10, 5, 1], { error: 'Choose 20, 10, 5 or 1 miles.' })
      .default(defaultDistance),
    /** Comma list of tag ids: items having any of them. */
    tags: z
      .string()
      .regex(/^(\d{1,3}(,\d{1,3}){0,150})?$/, 'A comma list of tag ids.')
      .default(''),
    /** With `cursor`: the next page of this list alone. */
    list: z.enum(['nearBy', 'top']).optional(),
    cursor,
    v,
  }),
  output: page,
  errors: [badCursor],
})
