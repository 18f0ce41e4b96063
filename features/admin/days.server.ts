import type { z } from 'zod'
import { badInput } from '#platform/contract/failure.ts'
import type { Services } from '#platform/server/services.ts'
import { databaseTimeZone } from '#platform/server/time-zones.ts'
import { isoDayInTimeZone, type dayRangeInput } from './days.ts'

const later = (from: string, days: number) => {
  const date = new Date(`${from}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + days)
  return date.toISOString().slice(0, 10)
}

type Given = Pick<Services, 'database' | 'clock'>

/**
 * Returns the requested days with defaults filled in, and the time zone by the name that the database has for it.
 * Throws if the days are in the future or start after their end.
 */
export async function requestedDays(
  { database, clock }: Given,
  { from, to, timeZone: asked }: z.output<typeof dayRangeInput>,
) {
  const today = isoDayInTimeZone(clock.now(), asked)
  const last = to ?? today
  const first = from ?? later(last, -29)
  if (last > today) throw badInput({ fields: { to: 'Not later than today.' } })
  if (first > last) throw badInput({ fields: { from: 'Not after the last day.' } })
  const timeZone = await databaseTimeZone(database, asked)
  if (timeZone === null)
    throw badInput({ fields: { timeZone: 'The site’s database doesn’t know this time zone.' } })
  return { first, last, timeZone, after: later(last, 1) }
}
