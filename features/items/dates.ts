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

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/**
 * Returns a date like 'May 3, 2026', in UTC so that it is the same day everywhere. Pages are hydrated with the locale
 * 'en', for which `Intl` isn't used: its first format takes a browser 20 ms, and a phone ten times as long.
 */
export function dateText(time: string, locale: string): string {
  const date = new Date(time)
  return locale === 'en'
    ? `${months[date.getUTCMonth()]} ${date.getUTCDate()}, ${date.getUTCFullYear()}`
    : formatFor(locale).format(date)
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** Returns the locale's date format, which is made only once. */
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
