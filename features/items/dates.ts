import { useReaderLocale } from '#platform/web/reader-locale.ts'

const day = 24 * 60 * 60 * 1000
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })

/** Number of days after which members are asked again whether a dish is still on the menu. */
export const confirmationFreshDays = 30

export const daysSince = (time: string, now: number) =>
  Math.max(0, Math.floor((now - Date.parse(time)) / day))

/** Returns a text like 'today', 'yesterday', '3 days ago' or '4 months ago'. */
export function daysAgoText(time: string, now: number): string {
  const days = daysSince(time, now)
  if (days < 60) return relative.format(-days, 'day')
  return days < 730
    ? relative.format(-Math.floor(days / 30), 'month')
    : relative.format(-Math.floor(days / 365), 'year')
}

/** Returns a date like 'May 3, 2026', in UTC so that it is the same day everywhere. */
export const dateText = (time: string, locale: string) =>
  new Date(time).toLocaleDateString(locale, { dateStyle: 'medium', timeZone: 'UTC' })

/** Returns a function that formats dates as the reader's country does. */
export function useDateText() {
  const locale = useReaderLocale()
  return (time: string) => dateText(time, locale)
}
