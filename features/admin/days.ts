import { z } from 'zod'
import { badInput } from '#platform/contract/failure.ts'

// The database has no year 0, and thirty days before the year 1 are in it.
const day = z.iso
  .date('Please give a day, like 2026-02-28.')
  .refine((text) => text >= '1900', 'Not before 1900.')

const isTimeZone = (timeZone: string) => {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone }))
  } catch {
    return false
  }
}

/** From one day to another, both whole, by the calendar of `timeZone` (IANA): the last 30 days where absent. */
export const range = z.object({
  from: day.optional(),
  to: day.optional(),
  timeZone: z
    .string()
    .max(64)
    // Only a name is accepted: PostgreSQL would read '+05:30' with the opposite sign.
    .regex(/^[A-Za-z]/, 'Not a time zone.')
    .refine(isTimeZone, 'Not a time zone.')
    .default('UTC'),
})

/** The day that it is at a moment, as `YYYY-MM-DD`. */
export const dayAt = (moment: Date, timeZone: string) =>
  new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(moment)

const later = (from: string, days: number) => {
  const date = new Date(`${from}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + days)
  return date.toISOString().slice(0, 10)
}

/** The days asked for; refuses those to come and a beginning after the end. */
export function daysAsked({ from, to, timeZone }: z.output<typeof range>, now: Date) {
  const today = dayAt(now, timeZone)
  const last = to ?? today
  const first = from ?? later(last, -29)
  if (last > today) throw badInput({ fields: { to: 'Not later than today.' } })
  if (first > last) throw badInput({ fields: { from: 'Not after the last day.' } })
  return { first, last, timeZone, after: later(last, 1) }
}
