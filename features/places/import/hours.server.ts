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
const options = {
  mode: undefined,
  tag_key: undefined,
  map_value: undefined,
  warnings_severity: undefined,
  locale: 'en',
}
/** Maximum length of a tag's value in OpenStreetMap. */
const maxLength = 255
/** Latest time at which a span may end on the next day. A span that ends later counts as a typing error. */
const latest = '10:00'

/**
 * The only words that a text may contain. The parser guesses what others mean: sunrise, school holidays, seasons, days in
 * other languages, 'pm'. What matches `vague` isn't converted either: '+' leaves the end open, comments ('"') and
 * fallbacks ('|') make the hours uncertain, and 'open' alone gives no times.
 */
const words =
  /^(?:mo(?:n(?:day)?)?|tu(?:es?(?:day)?)?|we(?:d(?:nesday)?)?|th(?:u(?:r?s?(?:day)?)?)?|fr(?:i(?:day)?)?|sa(?:t(?:urday)?)?|su(?:n(?:day)?)?|off|closed|open)$/i
const vague = /["+|[]|(?:19|20)\d\d(?!\d)|^\s*open\s*$/

/** Warnings of the parser about texts whose meaning is clear. */
const harmless = new Set([
  'additional_rule_which_evaluates_to_closed',
  'hour_min_separator',
  'nothing_useful',
  'please_use_ok_for_ko',
  'word_error_correction',
])
const wraps = 'additional_rule_separator_not_used_after_time_wrapping_midnight'
const midnight = /(?:24|0?0)[:.]00|24\/7/
const off = /^[\s,a-z-]*\b(?:off|closed)\s*$|^\s*$/i
const lastOff = /,[\sa-z,-]*\b(?:off|closed)\s*$/i

/** A rule about public holidays, or about days of one month, such as 'Dec 24-26,Dec 31 off'. */
const date = '[a-z]{3} \\d\\d?(?:-\\d\\d?)?'
const exception = new RegExp(
  `^ ?(?:ph|easter|${date}(?:,${date})*) (?:off|closed|[\\d:,-]+) ?$`,
  'i',
)

/** Cache of converted texts, because parsing is slow and a file repeats the same texts thousands of times. */
const converted = new Map<string, OpeningSpan[] | null>()
const maxConverted = 50_000

/** Converts an OSM opening_hours text to a list of spans per day. Returns null if the list would not mean the same. */
export function parseOpeningHours(text: string): OpeningSpan[] | null {
  if (text.length > maxLength || vague.test(text)) return null
  const ordinary = withoutHolidays(text)
  if (!(ordinary.match(/\p{L}+/gu) ?? []).every((word) => words.test(word))) return null
  const before = converted.get(ordinary)
  if (before !== undefined) return before
  if (converted.size >= maxConverted) converted.clear()
  const list = convert(ordinary)
  converted.set(ordinary, list)
  return list
}

/** Removes rules about single days and public holidays, because the list describes an ordinary week. */
const withoutHolidays = (text: string) =>
  text
    .replace(/\s+/g, ' ')
    .replace(/ ?([,;]) ?/g, '$1')
    .split(';')
    .filter((rule) => !exception.test(rule))
    .join(';')
    .replace(/\bph,(?=(?:mo|tu|we|th|fr|sa|su)\b)/gi, '')
    .replace(/(?<=\b(?:mo|tu|we|th|fr|sa|su)),ph(?= )/gi, '')
    .replace(/(?<=\d),ph (?:off|closed|[\d:,-]+)(?=;|$)/gi, '')

function convert(text: string): OpeningSpan[] | null {
  let spans: Span[] | null
  try {
    spans = weekOf(text)
  } catch {
    return null
  }
  if (!spans || spans.length === 0 || spans.some(({ uncertain }) => uncertain)) return null
  // A span such as '11:30-10:30' is a typing error.
  if (spans.some(({ open, close }) => close <= open && close > latest)) return null
  return days.flatMap((day, index): OpeningSpan[] => {
    const open = spans.filter((span) => span.day === index)
    if (open.length === 0) return [{ day, openTime: null, closeTime: null, closed: true }]
    return open.map((span) => ({ day, openTime: span.open, closeTime: span.close, closed: false }))
  })
}

type Span = { day: number; open: string; close: string; uncertain: boolean }

/** Returns the spans of the sample week, or null if the parser has doubts about the text. */
function weekOf(text: string): Span[] | null {
  const parsed = new Parser(text, calendar, options)
  const doubts = new Set<string>(parsed.getStructuredWarnings().map(({ type }) => type))
  const overMidnight = doubts.delete(wraps)
  for (const doubt of doubts) if (!harmless.has(doubt)) return null
  const spans = spansOf(parsed)
  const cut = !midnight.test(text) && spans.some(({ close }) => close === '24:00')
  if (!overMidnight && !cut) return spans
  // Strictly read, 'Th 18:00-01:00; Fr off' closes Thursday at midnight, which nobody means. The text is read without
  // 'off' and with ',' for ';' instead, if that only extends nights past midnight.
  const rules = text.split(';').filter((rule) => !off.test(rule))
  const meant = spansOf(
    new Parser(rules.map((rule) => rule.replace(lastOff, '')).join(', '), calendar, options),
  )
  return isOnlyLater(spans, meant) ? meant : null
}

const isOnlyLater = (strict: Span[], meant: Span[]) =>
  strict.length === meant.length &&
  strict.every(({ day, open, close }, index) => {
    const other = meant[index]!
    return other.day === day && other.open === open && (other.close === close || close === '24:00')
  })

/** Returns the spans that start in the sample week, Monday as 0 to Sunday as 6. */
function spansOf(parsed: Parser): Span[] {
  const spans: Span[] = []
  const intervals = parsed.getOpenIntervals(plusDays(weekStart, -2), plusDays(weekStart, 9))
  for (const [start, end, unknown, comment] of intervals) {
    // An opening of 24 hours or more is split at midnight into one span per day.
    const isWhole = end.getTime() - start.getTime() < 86_400_000
    for (let at = start; at < end;) {
      const date = new Date(at.getFullYear(), at.getMonth(), at.getDate())
      const next = plusDays(date, 1)
      const until = isWhole || end < next ? end : next
      const close = until.getTime() === next.getTime() ? '24:00' : clock(until)
      const day = Math.round((date.getTime() - weekStart.getTime()) / 86_400_000)
      const uncertain = unknown || comment !== undefined
      if (day >= 0 && day < 7) spans.push({ day, open: clock(at), close, uncertain })
      at = until
    }
  }
  return spans
}

const clock = (at: Date) =>
  `${String(at.getHours()).padStart(2, '0')}:${String(at.getMinutes()).padStart(2, '0')}`

const plusDays = (at: Date, count: number) =>
  new Date(at.getFullYear(), at.getMonth(), at.getDate() + count)
