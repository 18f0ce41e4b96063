/** Formats a day for contest pages: '2025-02-22' becomes '2/22/2025'. */
export function formatDay(day: string): string {
  const [year, month, date] = day.split('-').map(Number)
  return `${month}/${date}/${year}`
}

/** Returns the day and time of an instant with the name of the time zone, formatted for contest pages. */
export const formatInstant = (instant: string, timeZone: string) =>
  new Date(instant).toLocaleString('en-US', {
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone,
    timeZoneName: 'short',
  })

/** Converts an instant to the reader's time zone, in the format of a datetime-local input. */
export function toLocalInput(instant: string | null | undefined): string {
  if (!instant) return ''
  const at = new Date(instant)
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

/** Converts the value of a datetime-local input to an instant. Returns '' if the value isn't a time. */
export function fromLocalInput(text: string): string {
  const at = new Date(text)
  return Number.isNaN(at.getTime()) ? '' : at.toISOString()
}
