import { z } from 'zod'
import { dayRangeInput } from '#features/admin/days.ts'
import { idCursor, tableInput, tableOutput } from '#features/admin/table-contract.ts'
import { categoryId } from '#features/categories/contract.ts'
import { call } from '#platform/contract/call.ts'
import {
  id,
  ignoredCacheBuster,
  latitude,
  longitude,
  oneLineText,
} from '#platform/contract/shapes.ts'

/** Maximum number of gaps on the launch desk. */
export const maxGaps = 20

const read = { access: 'admin', limit: 'read' } as const

export const tellEmptyList = call('POST /unmet-demand/lists', {
  access: 'anyone',
  limit: 'empty-list',
  summary:
    'Say that someone was shown an empty list near a point: counted by day and city, without who (pages send it by themselves)',
  input: z.object({ category: categoryId, latitude, longitude }),
})

export const tellFailedSearch = call('POST /unmet-demand/searches', {
  access: 'anyone',
  limit: 'failed-search',
  summary:
    'Say that a search found nothing: counted by day and city, without who, and told to admins once several ask the same',
  input: z.object({
    q: oneLineText(100),
    /** In degrees. Either both or neither must be given. */
    latitude: latitude.optional(),
    longitude: longitude.optional(),
  }),
})

const city = { cityName: z.string(), citySlug: z.string() }
const category = { categoryId: id, categoryName: z.string() }
const asked = {
  /** Approximate number of visitors who asked, counted by their networks. */
  visitors: z.int(),
  times: z.int(),
}

export const gaps = call('GET /admin/unmet-demand/gaps', {
  ...read,
  summary:
    'The twenty categories of cities in which most visitors of the last 30 days were shown an empty list, and that still have few dishes',
  input: z.object({ v: ignoredCacheBuster }),
  output: z
    .array(
      z.object({
        id: z.string(),
        ...city,
        ...category,
        ...asked,
        /** Number of listed dishes within 20 miles now. Always fewer than five, because otherwise it isn't a gap. */
        dishes: z.int(),
      }),
    )
    .max(maxGaps),
})

const lastDay = z.iso.date()

export const emptyLists = call('GET /admin/unmet-demand/lists', {
  ...read,
  summary:
    'Lists that were shown empty on these days, by city and category, most visitors first, filtered by `q`, 100 a page',
  input: tableInput(
    ['cityName', 'categoryName', 'visitors', 'times', 'days', 'lastDay'],
    idCursor,
  ).extend(dayRangeInput.shape),
  output: tableOutput(
    z.object({ id: z.string(), ...city, ...category, ...asked, days: z.int(), lastDay }),
    idCursor,
  ),
})

export const failedSearches = call('GET /admin/unmet-demand/searches', {
  ...read,
  summary:
    'Searches that found nothing on these days and that several asked on several days, most visitors first, filtered by `q`, 100 a page',
  input: tableInput(['text', 'visitors', 'times', 'days', 'lastDay'], idCursor).extend(
    dayRangeInput.shape,
  ),
  output: tableOutput(
    z.object({
      id: z.string(),
      text: z.string(),
      /**
       * Names of at most three cities in which several visitors searched for it, the one with the most searches first.
       */
      cities: z.string(),
      ...asked,
      days: z.int(),
      lastDay,
    }),
    idCursor,
  ),
})
