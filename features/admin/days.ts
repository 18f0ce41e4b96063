import { z } from 'zod'
import { badInput } from '#platform/contract/failure.ts'
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

const later = (from: string, days: number) => {
  const date = new Date(`${from}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + days)
  return date.toISOString().slice(0, 10)
}

/** Returns the requested days with defaults filled in. Throws if they are in the future or start after their end. */
export function requestedDays({ from, to, timeZone }: z.output<typeof dayRangeInput>, now: Date) {
  const today = isoDayInTimeZone(now, timeZone)
  const last = to ?? today
  const first = from ?? later(last, -29)
  if (last > today) throw badInput({ fields: { to: 'Not later than today.' } })
  if (first > last) throw badInput({ fields: { from: 'Not after the last day.' } })
  return { first, last, timeZone, after: later(last, 1) }
}
