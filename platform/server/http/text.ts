// PostgreSQL can't keep them, and no one types them: U+0000, and halves of surrogate pairs.
const unstorable = (text: string) => text.includes('\0') || !text.isWellFormed()

/** No call takes anything nested deeper; thirty thousand brackets fit in a body. */
export const maxDepth = 20

/** Where in a value there is text that can't be kept, or more nested than may be; null where there is nothing such. */
export function unstorableIn(value: unknown, path: string[] = []): string[] | null {
  if (typeof value === 'string') return unstorable(value) ? path : null
  if (value === null || typeof value !== 'object') return null
  if (path.length > maxDepth) return path
  for (const [key, inner] of Object.entries(value)) {
    if (unstorable(key)) return path
    const found = unstorableIn(inner, [...path, key])
    if (found) return found
  }
  return null
}

const days = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/**
 * A moment as PostgreSQL writes it, '2026-02-28 12:00:00.123456+00', of a day that there is: JavaScript
 * takes 30 February for 1 March, PostgreSQL refuses it, and the year 0 as well.
 */
export function isMoment(text: string): boolean {
  const found =
    /^(\d{4})-(\d\d)-(\d\d)[ T]([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,6})?([+-](0\d|1[0-4])(:?[0-5]\d)?|Z)$/.exec(
      text,
    )
  if (!found) return false
  const [year, month, day] = found.slice(1, 4).map(Number) as [number, number, number]
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  const lastDay = month === 2 && !leap ? 28 : (days[month - 1] ?? 0)
  return year >= 1 && day >= 1 && day <= lastDay
}
