import { z } from 'zod'
import { card, exportFormats, exportMediaTypes } from '#features/items/contract.ts'
import { categoryId, distanceMiles, filterInputFields } from '#features/categories/contract.ts'
import { call } from '#platform/contract/call.ts'
import { badCursor, cursor, nextCursor } from '#platform/contract/paging.ts'
import { id, latitude, longitude, ignoredCacheBuster } from '#platform/contract/shapes.ts'

export const pageSize = 20

/** Returns the distinct numbers in a comma list, in ascending order. */
export const parseNumberList = (list: string | number): number[] =>
  [...new Set(`${list}`.split(',').filter(Boolean).map(Number))].sort((a, b) => a - b)

const page = z.object({
  nearBy: z.array(card),
  top: z.array(card),
  /** Cursor of the next page of each list, or null at the list's end. */
  nearByCursor: nextCursor,
  topCursor: nextCursor,
})

const listInput = z.object({
  category: categoryId,
  /** In degrees. Either both or neither must be given; without a point `nearBy` is empty. */
  latitude: latitude.optional(),
  longitude: longitude.optional(),
  distanceMiles,
  /** Comma list of tag ids. Lists only items that have any of them. */
  tags: z
    .string()
    .regex(/^(\d{1,3}(,\d{1,3}){0,150})?$/, 'A comma list of tag ids.')
    .refine((list) => parseNumberList(list).every((tag) => tag >= 1 && tag <= 151), {
      error: 'There is no such tag.',
    })
    .default(''),
  ...filterInputFields,
  /** `trending` orders by this week’s votes and favorites, then as `best` does. */
  sort: z.enum(['best', 'trending'], { error: 'The order is best or trending.' }).default('best'),
  v: ignoredCacheBuster,
})

export const listYolos = call('GET /yolos', {
  summary: 'The best of a category: `nearBy` within the distance of a point, `top` anywhere else',
  access: 'anyone',
  limit: 'read',
  input: listInput.extend({
    /** Together with `cursor`, returns the next page of only this list. */
    list: z.enum(['nearBy', 'top']).optional(),
    cursor,
  }),
  output: page,
  errors: [badCursor],
})

export const exportListing = call('GET /yolos/export', {
  summary: 'The `nearBy` list as a file: its first 1,000 dishes as GeoJSON or CSV',
  access: 'anyone',
  limit: 'export',
  input: listInput.extend({ format: z.enum(exportFormats) }),
  output: z.any(),
  produces: Object.values(exportMediaTypes),
})

export const maxLikelyRestaurants = 12
export const likelyRestaurants = call('GET /listings/likely', {
  summary:
    'The nearest restaurants that likely serve a category and have no listed dish of it; they are in no order of merit',
  access: 'anyone',
  limit: 'read',
  input: z.object({
    category: categoryId,
    latitude,
    longitude,
    distanceMiles,
    v: ignoredCacheBuster,
  }),
  output: z
    .array(
      z.object({
        id,
        name: z.string(),
        address: z.string(),
        distanceMiles: z.number(),
        /**
         * What it serves and is according to its sources, like 'burger' or 'pub'. Empty if only its name suggests it.
         */
        cuisines: z.array(z.string()),
      }),
    )
    .max(maxLikelyRestaurants),
})
