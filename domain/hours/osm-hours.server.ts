import { LRUCache } from 'lru-cache'
import Parser from 'opening_hours'

const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const

/** Times are 'HH:MM'. A closing time before the opening time is on the next day; closing at midnight is '24:00'. */
export type OpeningSpan =
  | { day: (typeof days)[number]; openTime: string; closeTime: string; closed: false }
  | { day: (typeof days)[number]; openTime: null; closeTime: null; closed: true }

/** Monday of a week without public holidays in the calendar that the parser uses. */
const weekStart = new Date(2025, 5, 2)
const calendar = {
  lat: 44.98,
  lon: -93.26,
  address: { country_code: 'us', state: 'Minnesota' },
}

/** Rules about public holidays or days of one month ('Dec 24-26 off'), because the list describes an ordinary week. */
const exceptions =
  /(?:^|[,;]) ?(?:(?:ph|easter|[a-z]{3} \d\d?(?:-\d\d?)?),? ?)+ (?:off|closed|[\d:,-]+) ?(?=;|$)/gi
/** Public holidays in a list of days: 'PH,Mo-Su'. */
const holidays = /\bph, ?(?=mo|tu|we|th|fr|sa|su)|(?<=mo|tu|we|th|fr|sa|su), ?ph(?= )/gi
/** Only these words and signs are converted. The parser guesses what others mean: seasons, open ends, comments. */
const plain = /^(?:(?:mo|tu|we|th|fr|sa|su|off|closed)(?![a-z])|24\/7|\d\d?[:.]\d\d|[\s,;-])+$/i
const wraps = 'additional_rule_separator_not_used_after_time_wrapping_midnight'
/** Warnings of the parser about texts whose meaning is clear. */
const harmless = new Set([
  'additional_rule_which_evaluates_to_closed',
  wraps,
  'hour_min_separator',
  'nothing_useful',
  'please_use_ok_for_ko',
])
/** Latest time at which a span may end on the next day. A span that ends later counts as a typing error. */
const latest = '10:00'

/** Cache of converted texts, because parsing is slow and a file repeats the same texts thousands of times. */
const converted = new LRUCache<string, { spans: OpeningSpan[] | null }>({
  max: 20_000,
  memoMethod: (text) => ({ spans: convert(text) }),
})

/** Converts an OSM opening_hours text to a list of spans per day. Returns null if the list would not mean the same. */
export function parseOpeningHours(text: string): OpeningSpan[] | null {
  if (text.length > 255) return null
  const ordinary = text.replace(holidays, '').replace(exceptions, '')
  return plain.test(ordinary) ? converted.memo(ordinary).spans : null
}

function convert(text: string): OpeningSpan[] | null {
  let spans: Span[] | null
  try {
    spans = weekOf(text)
  } catch {
    return null
  }
  const isDoubtful = ({ open, close, isUnknown }: Span) =>
    isUnknown || (close <= open && close > latest)
  if (!spans || spans.length === 0 || spans.some(isDoubtful)) return null
  return days.flatMap((day, index): OpeningSpan[] => {
    const open = spans.filter((span) => span.day === index)
    if (open.length === 0) return [{ day, openTime: null, closeTime: null, closed: true }]
    return open.map((span) => ({ day, openTime: span.open, closeTime: span.close, closed: false }))
  })
}

type Span = { day: number; open: string; close: string; isUnknown: boolean }

/** Returns the spans of the sample week, or null if the parser has doubts about the text. */
function weekOf(text: string): Span[] | null {
  const parsed = new Parser(text, calendar)
  const doubts = parsed.getStructuredWarnings().map(({ type }) => type as string)
  if (doubts.some((type) => !harmless.has(type))) return null
  const spans = spansOf(parsed)
  const isCut =
    spans.some(({ close }) => close === '24:00') && !/24[:.]00|\b0?0[:.]00|24\/7/.test(text)
  if (!isCut && !doubts.includes(wraps)) return spans
  // Strictly read, 'Th 18:00-01:00; Fr off' closes Thursday at midnight, which nobody means. The text is read without
  // 'off' and with ',' for ';' instead, if that only extends nights past midnight.
  const rules = text
    .split(';')
    .map((rule) => rule.replace(/(?:^|,)[a-z\s,-]*\b(?:off|closed)\s*$/i, ''))
    .filter((rule) => rule.trim() !== '')
  const longer = spansOf(new Parser(rules.join(', '), calendar))
  const isOnlyLonger = spans.every(({ day, open, close }, index) => {
    const other = longer[index]
    return other?.day === day && other.open === open && (other.close === close || close === '24:00')
  })
  return isOnlyLonger && longer.length === spans.length ? longer : null
}

/** Returns the spans that start in the sample week, Monday as 0 to Sunday as 6. */
function spansOf(parsed: Parser): Span[] {
  const spans: Span[] = []
  const intervals = parsed.getOpenIntervals(plusDays(weekStart, -2), plusDays(weekStart, 9))
  for (const [start, end, isUnknown] of intervals) {
    // An opening of 24 hours or more is split at midnight into one span per day.
    const isWhole = end.getTime() - start.getTime() < 86_400_000
    for (let at = start; at < end;) {
      const date = plusDays(at, 0)
      const next = plusDays(at, 1)
      const until = isWhole || end < next ? end : next
      const close = until.getTime() === next.getTime() ? '24:00' : clock(until)
      const day = Math.round((date.getTime() - weekStart.getTime()) / 86_400_000)
      if (day >= 0 && day < 7) spans.push({ day, open: clock(at), close, isUnknown })
      at = until
    }
  }
  return spans
}

const clock = (at: Date) =>
  `${String(at.getHours()).padStart(2, '0')}:${String(at.getMinutes()).padStart(2, '0')}`

/** Returns the beginning of the day that many days later. */
const plusDays = (at: Date, count: number) =>
  new Date(at.getFullYear(), at.getMonth(), at.getDate() + count)
