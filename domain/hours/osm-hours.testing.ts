import Parser from 'opening_hours'
import type { OpeningSpan } from './osm-hours.server.ts'

/** Returns the list in OSM's opening_hours syntax, with a rule per day. */
export const written = (list: OpeningSpan[]) =>
  [...Map.groupBy(list, ({ day }) => day.slice(0, 2))]
    .map(([day, spans]) => {
      const times = spans.map((span) =>
        span.closed ? 'off' : `${span.openTime}-${span.closeTime}`,
      )
      return `${day} ${times.join(',')}`
    })
    .join('; ')

/** Returns the hours of a week, from 0 to 167, in which the list and the parsed text disagree. */
export function otherHours(text: string, list: OpeningSpan[]): number[] {
  const parsed = new Parser(text, {
    lat: 45,
    lon: -93,
    address: { country_code: 'us', state: 'Minnesota' },
  })
  return Array.from({ length: 7 * 24 }, (_, hour) => hour).filter((hour) => {
    const open = list.some((span) => covers(span, hour) || covers(span, hour + 7 * 24))
    const state = parsed.getState(new Date(2025, 5, 2, hour, 1))
    // The list may extend nights that the text, strictly read, ends at midnight.
    return open !== state && !(open && hour % 24 < 10)
  })
}

const days = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su']

/** Returns whether the span includes one minute past this hour of the week. */
function covers(span: OpeningSpan, hour: number) {
  if (span.closed) return false
  const [open, close] = [span.openTime, span.closeTime].map(
    (time) => Number(time.slice(0, 2)) + Number(time.slice(3)) / 60,
  ) as [number, number]
  const at = hour + 1 / 60 - days.indexOf(span.day.slice(0, 2)) * 24
  return open <= at && at < (close <= open ? close + 24 : close)
}
