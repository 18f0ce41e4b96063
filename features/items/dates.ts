import { useReaderLocale } from '#platform/web/reader-locale.ts'

const day = 24 * 60 * 60 * 1000

/** Number of days after which members are asked again whether a dish is still on the menu. */
export const confirmationFreshDays = 30

export const daysSince = (time: string, now: number) =>
  Math.max(0, Math.floor((now - Date.parse(time)) / day))

/** Returns a text like 'today', 'yesterday', '3 days ago' or '4 months ago'. */
export function daysAgoText(time: string, now: number): string {
  const days = daysSince(time, now)
  if (days < 2) return days === 0 ? 'today' : 'yesterday'
  if (days < 60) return `${days} days ago`
  return days < 730 ? `${Math.floor(days / 30)} months ago` : `${Math.floor(days / 365)} years ago`
}

/** Returns a date like 'May 3, 2026', in UTC so that it is the same day everywhere. */
export const dateText = (time: string, locale: string) => formatFor(locale).format(new Date(time))

const formats = new Map<string, Intl.DateTimeFormat>()

/** Returns the locale's date format. It is made once, because that takes a phone some milliseconds. */
function formatFor(locale: string): Intl.DateTimeFormat {
  const known = formats.get(locale)
  if (known) return known
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' })
  formats.set(locale, format)
  return format
}

/** Returns a function that formats dates as the reader's country does. */
export function useDateText() {
  const locale = useReaderLocale()
  return (time: string) => dateText(time, locale)
}
