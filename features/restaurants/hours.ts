import { days, isOpenIn, isSameDay, minuteOfWeek, openMinutes } from '#domain/opening-hours.ts'
import type { Restaurant } from './contract.ts'

type Spans = NonNullable<Restaurant['openingHours']>

/** '17:30' → '5:30 PM'; '24:00' is midnight. */
export function twelveHour(time: string): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  const half = hour % 24 < 12 ? 'AM' : 'PM'
  return `${hour % 12 || 12}:${String(minute).padStart(2, '0')} ${half}`
}

/** The week from Monday on: each day's spans in the 12-hour form, none where it is closed. */
export function week(hours: Spans) {
  return [...days.slice(1), days[0]].map((day) => ({
    day,
    spans: hours
      .filter((span) => isSameDay(span.day, day) && !span.closed && span.openTime && span.closeTime)
      .map(({ openTime, closeTime }) => `${twelveHour(openTime!)} – ${twelveHour(closeTime!)}`),
  }))
}

export const isOpen = (hours: Spans, at: Date, timeZone: string): boolean =>
  isOpenIn(openMinutes(hours), minuteOfWeek(at, timeZone).minute)
