import { useReaderLocale } from '#platform/web/reader-locale.ts'

const day = 24 * 60 * 60 * 1000

export const daysSince = (time: string, now: number) =>
  Math.max(0, Math.floor((now - Date.parse(time)) / day))

/** Returns a text like 'today', 'yesterday', '3 days ago' or '4 months ago'. */
export function daysAgoText(time: string, now: number): string {
  const days = daysSince(time, now)
  const format = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })
  if (days < 60) return format.format(-days, 'day')
  return days < 730
    ? format.format(-Math.floor(days / 30), 'month')
    : format.format(-Math.floor(days / 365), 'year')
}

/** Returns a function that formats dates as the reader's country does, in UTC so that it is the same day everywhere. */
export function useDateText() {
  const locale = useReaderLocale()
  return (time: string) =>
    new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(time))
}
