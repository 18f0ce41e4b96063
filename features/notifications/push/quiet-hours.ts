import { mainTimeZoneName } from '#platform/contract/shapes.ts'

/** Full hours of the clock in `timeZone`, or of UTC's if there is no such zone. Quiet hours may span midnight. */
export type QuietHours = { from: number; to: number; timeZone: string }

const quarter = 15 * 60_000

/**
 * Returns the end of the quiet hours that this moment is in, or null if it isn't in quiet hours. It uses local time, so
 * that the hours are right on days when the clocks change. All zones differ from UTC by multiples of a quarter of an
 * hour, so quiet hours end at such a multiple.
 */
export function quietUntil(moment: Date, hours: QuietHours | null): Date | null {
  if (!hours) return null
  const { from, to } = hours
  const timeZone = mainTimeZoneName(hours.timeZone) ?? 'UTC'
  const clock = new Intl.DateTimeFormat('en', { timeZone, hour: '2-digit', hourCycle: 'h23' })
  const isQuiet = (at: Date) => {
    const hour = Number(clock.format(at))
    return from < to ? hour >= from && hour < to : from !== to && (hour >= from || hour < to)
  }
  if (!isQuiet(moment)) return null
  let end = Math.floor(moment.getTime() / quarter) * quarter
  do end += quarter
  while (isQuiet(new Date(end)))
  return new Date(end)
}
