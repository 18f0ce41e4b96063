import { isSameWeekday, weekdayNames } from '#domain/hours/opening-hours.ts'
import type { Restaurant } from '../contract.ts'
import { dayHoursText, weekHours } from '../hours.ts'

/** The facts that members can correct, by the names in `restaurants.corrected`, which imports respect. */
export const correctableFields = [
  'name',
  'address',
  'phone',
  'website',
  'position',
  'hours',
] as const
export type CorrectableField = (typeof correctableFields)[number]

export const fieldLabels: Record<CorrectableField, string> = {
  name: 'Name',
  address: 'Address',
  phone: 'Phone',
  website: 'Website',
  position: 'Place on the map',
  hours: 'Hours',
}

export type DayHours = NonNullable<Restaurant['openingHours']>[number]

/** Returns one row for each day from Monday to Sunday, from the day's first opening to its last closing. */
export const hoursByDay = (hours: Restaurant['openingHours']): DayHours[] =>
  [...weekdayNames.slice(1), weekdayNames[0]].map((day) => {
    const spans = (hours ?? []).filter((span) => isSameWeekday(span.day, day) && !span.closed)
    const openTime = spans[0]?.openTime ?? null
    const closeTime = spans.at(-1)?.closeTime ?? null
    return { day, openTime, closeTime, closed: hours !== null && spans.length === 0 }
  })

export const hoursText = (hours: DayHours[] | null) =>
  hours === null
    ? ''
    : weekHours(hours)
        .map(({ day, spans }) => `${day.slice(0, 3)} ${dayHoursText(spans)}`)
        .join(' · ')
