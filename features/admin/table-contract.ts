import { z } from 'zod'
import { id, ignoredCacheBuster, oneLineText, timeZone } from '#platform/contract/shapes.ts'

/** Position in a list ordered by time: the time of the last row, in microseconds since 1970, and its id. */
export const timeCursor = z.string().regex(/^\d{1,16}\.\d{1,9}$/, 'Not a place in the list.')

/** Position in a list ordered by id or name: the id of the last row. */
export const idCursor = id

/** Input of every paged list of the admin area. */
export const tableInput = <Cursor extends z.ZodType>(cursor: Cursor) =>
  z.object({
    /** Text that a row must contain. */
    q: oneLineText(200, 0).optional(),
    cursor: cursor.optional(),
    pageSize: z.int().min(1).max(1000).optional(),
    v: ignoredCacheBuster,
  })

/** Output of a paged list: its rows under `key`, and the cursor of the next page. */
export const pageShape = <Cursor extends z.ZodType>(cursor: Cursor) => ({
  cursor: cursor.nullable(),
})

// The limit keeps the default start, 29 days before `to`, out of the year 0, which PostgreSQL doesn't have.
const day = z.iso
  .date('Please give a day, like 2026-02-28.')
  .refine((text) => text >= '1900', 'Not before 1900.')

/**
 * A range of whole days, including the first and the last, in `timeZone` (an IANA name). Defaults to the last 30 days.
 */
export const dayRangeInput = z.object({
  from: day.optional(),
  to: day.optional(),
  timeZone: timeZone.default('UTC'),
})
