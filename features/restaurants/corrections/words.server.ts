import type { Correctable } from './fields.ts'

type Span = { day: string; openTime: string | null; closeTime: string | null; closed: boolean }

/** A fact as one reads it. */
export function wordsOf(field: Correctable, value: unknown): string {
  if (value === null || value === undefined) return ''
  if (field === 'position') {
    const { latitude, longitude } = value as { latitude: number; longitude: number }
    return `${latitude}, ${longitude}`
  }
  return field === 'hours' ? hoursText(value as Span[]) : (value as string)
}

/** 'Mon, Tue 11:00–14:00, 17:00–22:00; Wed closed': days of the same hours together. */
function hoursText(spans: Span[]): string {
  const days = new Map<string, string[]>()
  for (const { day, openTime, closeTime, closed } of spans) {
    const times = closed ? [] : [`${openTime}–${closeTime}`]
    days.set(day, [...(days.get(day) ?? []), ...times])
  }
  const alike = new Map<string, string[]>()
  for (const [day, times] of days) {
    const text = times.join(', ') || 'closed'
    alike.set(text, [...(alike.get(text) ?? []), day.slice(0, 3)])
  }
  return [...alike].map(([text, names]) => `${names.join(', ')} ${text}`).join('; ')
}
