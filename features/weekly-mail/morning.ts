import { mainTimeZoneName } from '#platform/contract/shapes.ts'

/** The mail goes out on this day of the week, from `from` until before `to` o'clock in the member's time zone. */
const weekday = 'Thu'
const hours = { from: 8, to: 12 }

/**
 * Returns the Monday of the week, as `YYYY-MM-DD`, if it is the morning of the mail in this time zone, otherwise null. An
 * unknown time zone counts as UTC.
 */
export function weekDueForMail(moment: Date, timeZone: string): string | null {
  const clock = new Intl.DateTimeFormat('en', {
    timeZone: mainTimeZoneName(timeZone) ?? 'UTC',
    weekday: 'short',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: '2-digit',
    hourCycle: 'h23',
  })
  const parts = Object.fromEntries(
    clock.formatToParts(moment).map(({ type, value }) => [type, value]),
  )
  const hour = Number(parts.hour)
  if (parts.weekday !== weekday || hour < hours.from || hour >= hours.to) return null
  const { year, month, day } = parts
  const monday = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day) - 3))
  return monday.toISOString().slice(0, 10)
}
