// PostgreSQL can't store U+0000 or unpaired surrogates, and nobody types them.
export const unstorable = (text: string) => text.includes('\0') || !text.isWellFormed()

/** Maximum depth of a value. No call needs more, but a body has room for 30,000 brackets. */
const maxDepth = 20

type Fault = { path: string[]; message: string }

const unusable = 'Has characters that can’t be used.'
const faultAt = (message: string): Fault => ({ path: [], message })

/** Returns the first value that can't be stored or is nested deeper than `maxDepth`, or null if none is. */
export function findFault(value: unknown, depth = 0): Fault | null {
  if (typeof value === 'string') return unstorable(value) ? faultAt(unusable) : null
  if (value === null || typeof value !== 'object') return null
  if (depth > maxDepth) return faultAt('Is nested too deeply.')
  for (const [key, inner] of Object.entries(value)) {
    if (unstorable(key)) return faultAt(unusable)
    const found = findFault(inner, depth + 1)
    if (found) return { ...found, path: [key, ...found.path] }
  }
  return null
}

const days = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/**
 * Returns whether a text is a timestamp as PostgreSQL ('2026-02-28 12:00:00.123456+00') or JavaScript writes it, with a
 * date that exists. JavaScript reads 30 February as a day in March and accepts the year 0, but PostgreSQL rejects both.
 */
export function isTimestamp(text: string): boolean {
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
