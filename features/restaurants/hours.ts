import {
  isOpenIn,
  isSameWeekday,
  type LocalTime,
  openMinutes,
  weekdayNames,
} from '#domain/hours/opening-hours.ts'
import type { Restaurant } from './contract.ts'

type Spans = NonNullable<Restaurant['openingHours']>

/** Converts a time to 12-hour form: '17:30' → '5:30 PM', and '24:00' → '12:00 AM'. */
export function toTwelveHourTime(time: string): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  const half = hour % 24 < 12 ? 'AM' : 'PM'
  return `${hour % 12 || 12}:${String(minute).padStart(2, '0')} ${half}`
}

/** Returns the days from Monday to Sunday with their spans in 12-hour form. A closed day has no spans. */
export function weekHours(hours: Spans) {
  return [...weekdayNames.slice(1), weekdayNames[0]].map((day) => ({
    day,
    spans: hours
      .filter(
        (span) => isSameWeekday(span.day, day) && !span.closed && span.openTime && span.closeTime,
      )
      .map(
        ({ openTime, closeTime }) =>
          `${toTwelveHourTime(openTime!)} – ${toTwelveHourTime(closeTime!)}`,
      ),
  }))
}

/** Returns the spans of a day, in 12-hour form, as text. */
export function dayHoursText(spans: string[]): string {
  if (spans.length === 0) return 'Closed'
  return spans[0] === '12:00 AM – 12:00 AM' ? 'Open 24 hours' : spans.join(', ')
}

export const isOpen = (hours: Spans, { minute }: LocalTime): boolean =>
  isOpenIn(openMinutes(hours), minute)

/** Returns today's hours as text, or until when it is open, if that is since yesterday. */
export function hoursNowText(hours: Spans, time: LocalTime): string {
  const index = weekdayNames.findIndex((day) => day === time.day)
  const late = hours.find(
    (span) => isSameWeekday(span.day, weekdayNames.at(index - 1)!) && isOpen([span], time),
  )
  if (late) return `Until ${toTwelveHourTime(late.closeTime!)}`
  return `Today ${dayHoursText(weekHours(hours).find(({ day }) => day === time.day)?.spans ?? [])}`
}
