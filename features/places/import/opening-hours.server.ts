import Parser from 'opening_hours'
import { isHoursTextShortEnough } from './hours-bounds.ts'

const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const

/** Times are 'HH:MM'. A closing time before the opening time is on the next day; closing at midnight is '24:00'. */
export type OpeningSpan =
  | { day: (typeof days)[number]; openTime: string; closeTime: string; closed: false }
  | { day: (typeof days)[number]; openTime: null; closeTime: null; closed: true }

/** Monday of a week without public holidays in the calendar that the parser uses. */
const weekStart = new Date(2025, 5, 2)
const holidayCalendar = {
  lat: 44.98,
  lon: -93.26,
  address: { country_code: 'us', state: 'Minnesota' },
}
/** Latest time at which a span may end on the next day. A span that ends later counts as a typing error. */
const latest = '10:00'

/**
 * The only words that a text may contain. The parser refuses others or guesses what they mean: sunrise and sunset,
 * school holidays, 'unknown', days in other languages and 'pm'. A text that matches `vague` isn't converted either: '+'
 * leaves the end open, comments ('"') and fallbacks ('|') make the hours uncertain, 'open' alone gives no times, and a
 * year makes the hours depend on today's date.
 */
const words =
  /^(?:mo(?:n(?:day)?)?|tu(?:es?(?:day)?)?|we(?:d(?:nesday)?)?|th(?:u(?:r?s?(?:day)?)?)?|fr(?:i(?:day)?)?|sa(?:t(?:urday)?)?|su(?:n(?:day)?)?|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|week|easter|ph|off|closed|open)$/i
const vague = /["+|]|(?:19|20)\d\d(?!\d)|^\s*open\s*$/
const dated = /jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|week|easter|\[/i

/** Warnings of the parser about texts whose meaning is clear. */
const harmless = new Set([
  'additional_rule_which_evaluates_to_closed',
  'hour_min_separator',
  'nothing_useful',
  'please_use_ok_for_ko',
  'word_error_correction',
])
const midnight = /(?:24|0?0)[:.]00|24\/7/
const off = /^[\s,a-z-]*\b(?:off|closed)\s*$|^\s*$/i
const lastOff = /,[\sa-z,-]*\b(?:off|closed)\s*$/i
const wraps = 'additional_rule_separator_not_used_after_time_wrapping_midnight'

/**
 * Cache of converted texts, because parsing is slow and a file repeats the same texts thousands of times. It is lost
 * when the thread that converts ends.
 */
const converted = new Map<string, OpeningSpan[] | null>()
const maxConverted = 20_000

/** Converts an OSM opening_hours text to a list of spans per day. Returns null if the list would not mean the same. */
export function parseOpeningHours(text: string): OpeningSpan[] | null {
  if (!isHoursTextShortEnough(text) || vague.test(text)) return null
  if (!(text.match(/\p{L}+/gu) ?? []).every((word) => words.test(word))) return null
  const ordinary = withoutHolidays(text)
  const before = converted.get(ordinary)
  if (before !== undefined) return before
  const list = quietly(() => {
    try {
      return convert(ordinary)
    } catch {
      return null
    }
  })
  if (converted.size >= maxConverted) converted.clear()
  converted.set(ordinary, list)
  return list
}

/** Removes common rules about holidays, because the list describes an ordinary week. The parser handles the others. */
function withoutHolidays(text: string) {
  return text
    .replace(/\s+/g, ' ')
    .replace(/ ?([,;]) ?/g, '$1')
    .split(';')
    .filter((clause) => !/^ ?ph (?:off|closed|[\d:,-]+) ?$/i.test(clause))
    .join(';')
    .replace(/\bph,(?=(?:mo|tu|we|th|fr|sa|su)\b)/gi, '')
    .replace(/(?<=\b(?:mo|tu|we|th|fr|sa|su)),ph(?= )/gi, '')
    .replace(/(?<=\d),ph (?:off|closed)(?=;|$)/gi, '')
}

function convert(text: string): OpeningSpan[] | null {
  const parsed = parse(text)
  const doubts = new Set<string>(parsed.getStructuredWarnings().map(({ type }) => type))
  const overMidnight = doubts.delete(wraps)
  for (const doubt of doubts) if (!harmless.has(doubt)) return null
  if (dated.test(text) && !isSameAllYear(parsed)) return null

  let spans = weekOf(parsed)
  const cut = !midnight.test(text) && spans.some(({ close }) => close === '24:00')
  if (overMidnight || cut) {
    // Strictly read, 'Th 18:00-01:00; Fr off' closes Thursday at midnight, which nobody means. The text is read
    // without 'off' and with ',' for ';' instead, if that only extends nights past midnight.
    const clauses = text.split(';').filter((clause) => !off.test(clause))
    const meant = weekOf(parse(clauses.map((clause) => clause.replace(lastOff, '')).join(', ')))
    if (!onlyLater(spans, meant)) return null
    spans = meant
  }
  if (spans.length === 0 || spans.some(({ uncertain }) => uncertain)) return null
  // A span such as '11:30-10:30' is a typing error.
  if (spans.some(({ open, close }) => close <= open && close > latest)) return null
  return days.flatMap((day, index): OpeningSpan[] => {
    const open = spans.filter((span) => span.day === index)
    if (open.length === 0) return [{ day, openTime: null, closeTime: null, closed: true }]
    return open.map((span) => ({ day, openTime: span.open, closeTime: span.close, closed: false }))
  })
}

type Span = { day: number; open: string; close: string; uncertain: boolean }

/** Returns the spans that start in the sample week, Monday as 0 to Sunday as 6. Two more days on each side are read. */
function weekOf(parsed: Parser): Span[] {
  return spansOf(parsed, plusDays(weekStart, -2), plusDays(weekStart, 9)).flatMap(
    ({ date, ...span }) => {
      const day = Math.round((date.getTime() - weekStart.getTime()) / 86_400_000)
      return day >= 0 && day < 7 ? [{ day, ...span }] : []
    },
  )
}

function spansOf(parsed: Parser, from: Date, to: Date) {
  return parsed.getOpenIntervals(from, to).flatMap(([start, end, unknown, comment]) => {
    const uncertain = unknown || comment !== undefined
    const pieces = []
    // An opening of 24 hours or more is split at midnight into one span per day.
    const whole = end.getTime() - start.getTime() < 86_400_000
    for (let at = start; at < end;) {
      const date = new Date(at.getFullYear(), at.getMonth(), at.getDate())
      const midnight = plusDays(date, 1)
      const until = whole || end < midnight ? end : midnight
      const close = until.getTime() === midnight.getTime() ? '24:00' : clock(until)
      pieces.push({ date, open: clock(at), close, uncertain })
      at = until
    }
    return pieces
  })
}

const clock = (at: Date) =>
  `${String(at.getHours()).padStart(2, '0')}:${String(at.getMinutes()).padStart(2, '0')}`

const plusDays = (at: Date, count: number) =>
  new Date(at.getFullYear(), at.getMonth(), at.getDate() + count)

const onlyLater = (strict: Span[], meant: Span[]) =>
  strict.length === meant.length &&
  strict.every(({ day, open, close }, index) => {
    const other = meant[index]!
    return other.day === day && other.open === open && (other.close === close || close === '24:00')
  })

/** Returns whether every ordinary day of the year has the same hours as its weekday in the sample week. */
function isSameAllYear(parsed: Parser) {
  const day = (at: Date) => at.toDateString()
  const spansByDay = new Map<string, string>()
  for (const { date, open, close } of spansOf(parsed, new Date(2024, 11, 30), new Date(2026, 0, 3)))
    spansByDay.set(day(date), `${spansByDay.get(day(date)) ?? ''}${open}-${close} `)
  for (let at = new Date(2025, 0, 2); at.getFullYear() === 2025; at = plusDays(at, 1)) {
    const model = plusDays(weekStart, (at.getDay() + 6) % 7)
    if (!isOutOfOrder(at) && spansByDay.get(day(at)) !== spansByDay.get(day(model))) return false
  }
  return true
}

/**
 * Returns whether a day is a holiday, is next to one, falls between December 23 and 31, or is close to a daylight
 * saving change.
 */
function isOutOfOrder(at: Date) {
  holidays ??= new Set(
    spansOf(parse('PH 00:00-24:00, easter 00:00-24:00'), new Date(2025, 0, 1), new Date(2026, 0, 1))
      .flatMap(({ date }) => [plusDays(date, -1), date, plusDays(date, 1)])
      .map((date) => date.toDateString()),
  )
  const christmas = at.getMonth() === 11 && at.getDate() >= 23
  const shift = plusDays(at, -1).getTimezoneOffset() !== plusDays(at, 2).getTimezoneOffset()
  return christmas || shift || holidays.has(at.toDateString())
}
let holidays: Set<string> | undefined

const defaults = {
  mode: undefined,
  tag_key: undefined,
  map_value: undefined,
  warnings_severity: undefined,
}
const parse = (text: string) => new Parser(text, holidayCalendar, { ...defaults, locale: 'en' })

/** Runs `act` without console output, because the parser writes to the console what it can't read. */
function quietly<T>(act: () => T): T {
  const { log, warn, error } = console
  const nothing = () => {}
  Object.assign(console, { log: nothing, warn: nothing, error: nothing })
  try {
    return act()
  } finally {
    Object.assign(console, { log, warn, error })
  }
}
