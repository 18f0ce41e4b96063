import { z } from 'zod'
import { timeZone } from '#platform/contract/shapes.ts'

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

/** Returns the date at `moment` in `timeZone`, as `YYYY-MM-DD`. */
export const isoDayInTimeZone = (moment: Date, timeZone: string) =>
  new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(moment)
