export const days = [
  'Sunday',
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
] as const

/** Minutes since Sunday, 0:00, on the restaurant's own clock. */
export function minuteOfWeek(at: Date, timeZone: string): { day: string; minute: number } {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    weekday: 'long',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(at)
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? ''
  const day = part('weekday')
  const index = days.findIndex((one) => one === day)
  return { day, minute: index * 1440 + Number(part('hour')) * 60 + Number(part('minute')) }
}
