const day = 24 * 60 * 60 * 1000
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })

/** A word for the dish that is older than this is asked for again. */
export const freshDays = 30

export const daysSince = (time: string, now: number) =>
  Math.max(0, Math.floor((now - Date.parse(time)) / day))

/** 'today', 'yesterday', '3 days ago', '4 months ago'. */
export function daysAgoText(time: string, now: number): string {
  const days = daysSince(time, now)
  if (days < 60) return relative.format(-days, 'day')
  return days < 730
    ? relative.format(-Math.floor(days / 30), 'month')
    : relative.format(-Math.floor(days / 365), 'year')
}

/** 'May 3, 2026', the same everywhere. */
export const dateText = (time: string) =>
  new Date(time).toLocaleDateString('en', { dateStyle: 'medium', timeZone: 'UTC' })
