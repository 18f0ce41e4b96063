/** A range of days as `YYYY-MM-DD`, including both ends. */
export type DayRange = { from: string; to: string }

const isoDay = (date: Date) => date.toISOString().slice(0, 10)

/** Returns the date in the reader's time zone, as `YYYY-MM-DD`. */
export const today = (now = new Date()): string =>
  isoDay(new Date(Date.UTC(now.getFullYear(), now.getMonth(), now.getDate())))

export function daysBefore(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() - days)
  return isoDay(date)
}

function yearBefore(day: string): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCFullYear(date.getUTCFullYear() - 1)
  date.setUTCDate(date.getUTCDate() + 1)
  return isoDay(date)
}

type Preset = DayRange & { label: string }

/** Returns the ranges to offer, except those longer than `most` days. */
export const presets = (day: string, most = Infinity): Preset[] =>
  allPresets(day).filter(({ from }) => most === Infinity || from >= daysBefore(day, most - 1))

const allPresets = (day: string): Preset[] => [
  { label: 'Today', from: day, to: day },
  { label: '7 days', from: daysBefore(day, 6), to: day },
  { label: '30 days', from: daysBefore(day, 29), to: day },
  { label: '12 months', from: yearBefore(day), to: day },
]

const isDay = (text: string) =>
  /^\d{4}-\d\d-\d\d$/.test(text) &&
  !Number.isNaN(Date.parse(`${text}T00:00:00Z`)) &&
  isoDay(new Date(`${text}T00:00:00Z`)) === text

export type RangeErrors = Partial<DayRange>

/** Returns the errors of either end, or null if there are none. `day` is today. */
export function rangeErrors({ from, to }: DayRange, day: string): RangeErrors | null {
  const faults: RangeErrors = {}
  for (const [end, value] of [
    ['from', from],
    ['to', to],
  ] as const)
    if (!isDay(value)) faults[end] = 'Please choose a day.'
    else if (value > day) faults[end] = 'Not later than today.'
  if (!faults.from && !faults.to && from > to) faults.from = 'Not after the last day.'
  return faults.from || faults.to ? faults : null
}
