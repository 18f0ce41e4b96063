/** The week begins on Sunday, here and in opening-hours.sql; a test checks that both agree. */
export const weekdayNames = [
  'Sunday',
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
] as const

/** A weekday, and the minutes since Sunday, 0:00. */
export type LocalTime = { day: string; minute: number }

/** Returns the weekday and the minutes since Sunday, 0:00, of a moment in a time zone. */
export function minuteOfWeek(at: Date, timeZone: string): LocalTime {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    weekday: 'long',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(at)
  const part = (type: string) => parts.find((each) => each.type === type)?.value ?? ''
  const day = part('weekday')
  const index = weekdayNames.findIndex((name) => name === day)
  return { day, minute: index * 1440 + Number(part('hour')) * 60 + Number(part('minute')) }
}

const minutesOfDay = 24 * 60
export const minutesPerWeek = 7 * minutesOfDay

type Span = { day: string; openTime: string | null; closeTime: string | null; closed: boolean }

/**
 * Returns the minutes of the week in which a restaurant is open as [start, end, start, end, …], each end exclusive.
 * Hours that end no later than they begin end on the next day; those of a Saturday night end on Sunday.
 */
export const openMinutes = (hours: Span[]): number[] =>
  hours.flatMap(({ day, openTime, closeTime, closed }) => {
    const index = weekdayNames.findIndex((name) => isSameWeekday(name, day))
    if (closed || !openTime || !closeTime || index < 0) return []
    const midnight = index * minutesOfDay
    const [opens, closes] = [minuteOf(openTime), minuteOf(closeTime)]
    const [start, stop] = [
      midnight + opens,
      midnight + closes + (closes > opens ? 0 : minutesOfDay),
    ]
    return stop > minutesPerWeek ? [start, minutesPerWeek, 0, stop - minutesPerWeek] : [start, stop]
  })

/** Returns whether a minute of the week is within the ranges that `openMinutes` returned. */
export function isOpenIn(minutes: ArrayLike<number>, minute: number): boolean {
  for (let at = 0; at < minutes.length; at += 2)
    if (minutes[at]! <= minute && minute < minutes[at + 1]!) return true
  return false
}

export const isSameWeekday = (a: string, b: string) =>
  a.slice(0, 3).toLowerCase() === b.slice(0, 3).toLowerCase()

function minuteOf(time: string) {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  return hour * 60 + minute
}
