import { z } from 'zod'
import { id, ignoredCacheBuster, oneLineText, timeZone } from '#platform/contract/shapes.ts'

/** Input of every paged list of the admin area. */
export const tableInput = z.object({
  /** Text that a row must contain. */
  q: oneLineText(200, 0).optional(),
  /** Id of the last row of the page before. */
  cursor: id.optional(),
  pageSize: z.int().min(1).max(1000).optional(),
  v: ignoredCacheBuster,
})

/** The cursor of the next page, in the output of a paged list. */
export const nextCursor = id.nullable()

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
