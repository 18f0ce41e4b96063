import { days, minuteOfWeek } from '#domain/minute-of-week.ts'
import type { Restaurant } from './contract.ts'

type Spans = NonNullable<Restaurant['openingHours']>

const minutesOfWeek = 7 * 24 * 60

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
      .filter((span) => sameDay(span.day, day) && !span.closed && span.openTime && span.closeTime)
      .map(({ openTime, closeTime }) => `${twelveHour(openTime!)} – ${twelveHour(closeTime!)}`),
  }))
}

const sameDay = (a: string, b: string) =>
  a.slice(0, 3).toLowerCase() === b.slice(0, 3).toLowerCase()

/** A span that ends no later than it began ends on the next day. */
export function isOpen(hours: Spans, at: Date, timeZone: string): boolean {
  const { minute: now } = minuteOfWeek(at, timeZone)
  return hours.some(({ day, openTime, closeTime, closed }) => {
    if (closed || !openTime || !closeTime) return false
    const start = days.findIndex((one) => sameDay(one, day)) * 1440
    const from = start + minuteOf(openTime)
    const length = minuteOf(closeTime) - minuteOf(openTime)
    const since = (now - from + minutesOfWeek) % minutesOfWeek
    return since < (length > 0 ? length : length + 1440)
  })
}

function minuteOf(time: string) {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  return hour * 60 + minute
}
