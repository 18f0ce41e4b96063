/** '2025-02-22' as contest pages write it: '2/22/2025'. */
export function dayAsWritten(day: string): string {
  const [year, month, date] = day.split('-').map(Number)
  return `${month}/${date}/${year}`
}

/** The day of an instant in a time zone, as contest pages write it. */
export const dayOf = (instant: string, timeZone: string) =>
  new Date(instant).toLocaleDateString('en-US', { timeZone })

/** The same with its time, for what happened at a moment. */
export const momentOf = (instant: string, timeZone: string) =>
  new Date(instant).toLocaleString('en-US', { timeZone, timeZoneName: 'short' })

/** An instant in the reader's own time zone, as a field for a moment wants it. */
export function localOf(instant: string | null | undefined): string {
  if (!instant) return ''
  const at = new Date(instant)
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

/** The instant that such a field means; empty where it is none. */
export function instantOfLocal(text: string): string {
  const at = new Date(text)
  return Number.isNaN(at.getTime()) ? '' : at.toISOString()
}
