import { weekdayNames } from '#domain/opening-hours.ts'
import type { Restaurant } from '../contract.ts'
import { dayHoursText, weekHours } from '../hours.ts'

export type Hours = NonNullable<Restaurant['openingHours']>

/** Minutes since midnight. A span that ends no later than it begins ends on the next day. */
type Span = [open: number, close: number]
/** A time as it is written: 'exact' if it has am or pm or is certainly in 24-hour form, 'padded' if it is like 10:00. */
type Clock = { minute: number; half: 'am' | 'pm' | null; exact: boolean; padded: boolean }
type Token =
  | { is: 'day'; day: number }
  | { is: 'days'; days: number[] }
  | ({ is: 'clock' } & Clock)
  | { is: 'always' | 'closed' | 'dash' | 'break' }
/** Days and their spans, none if they are closed. What is said of every day has exceptions after it. */
type Clause = { days: number[]; spans: Span[]; usual?: boolean }

const mostCharacters = 500
const mostSpans = 4
const noon = 12 * 60
const midnight = 24 * 60
/** Monday is 0, as the page shows the week. */
const names = [...weekdayNames.slice(1), weekdayNames[0]]
const everyDay = [0, 1, 2, 3, 4, 5, 6]

/**
 * Reads opening hours as people write them, like 'Mon-Fri 11am-10pm, closed on Sundays'. Days that aren't named are
 * closed; if only closed days are named, the others stay as in `current`. Returns null for a text that has unknown
 * words or could mean two things.
 */
export function readHoursInWords(text: string, current: Hours | null = null): Hours | null {
  const tokens = tokensOf(text)
  const clauses = tokens && clausesOf(tokens)
  const week = clauses && weekOf(clauses)
  if (!week) return null
  const opens = week.some((spans) => spans?.length)
  const hours = names.flatMap((day, index): Hours => {
    const spans = week[index]
    if (!spans && !opens) return current?.filter((one) => one.day === day) ?? []
    if (!spans?.length) return [{ day, openTime: null, closeTime: null, closed: true }]
    return spans.map(([open, close]) => ({
      day,
      openTime: clockText(open),
      closeTime: clockText(close),
      closed: false,
    }))
  })
  return hours.some(({ closed }) => !closed) ? hours : null
}

/** Writes hours in OSM's opening_hours syntax, with a rule for each day. */
export const toOsmHours = (hours: Hours): string =>
  [...Map.groupBy(hours, ({ day }) => day.slice(0, 2))]
    .map(([day, spans]) => {
      const times = spans.map((one) => (one.closed ? 'off' : `${one.openTime}-${one.closeTime}`))
      return `${day} ${times.join(',')}`
    })
    .join('; ')

/** Returns hours as one line, with times as the page shows them: 'Mon–Fri 11:00 AM – 10:00 PM; Sat–Sun closed'. */
export function hoursSummary(hours: Hours): string {
  const runs: { from: string; to: string; text: string }[] = []
  for (const { day, spans } of weekHours(hours)) {
    const name = day.slice(0, 3)
    const text = dayHoursText(spans).replace(/^[CO]/, (letter) => letter.toLowerCase())
    const last = runs.at(-1)
    if (last?.text === text) last.to = name
    else runs.push({ from: name, to: name, text })
  }
  if (runs.length === 1) return `Every day ${runs[0]!.text}`
  return runs
    .map(({ from, to, text }) => `${from === to ? from : `${from}–${to}`} ${text}`)
    .join('; ')
}

const clockText = (minute: number) =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`

/** The next word, number or sign. Nothing in it repeats without a limit, so reading takes linear time. */
const token = new RegExp(
  [
    /(?<break>[;\n])/,
    /(?<always>24 ?\/ ?7\b|24 ?(?:hours|hrs)\b(?: a day\b)?)/,
    /(?<all>(?:daily|every ?day|7 days(?: a week)?)\b)/,
    /(?:12 )?(?<named>noon|midnight)\b/,
    /(?<hour>\d{1,2})(?:[:.](?<minutes>[0-5]\d))?(?!\d)(?: ?(?<half>[ap])(?:\.? ?m\b\.?|\b))?/,
    /(?<dash>[-–—−]|(?:to|til|till|until|thru|through)\b)/,
    /(?<closed>(?:closed|off)\b)/,
    /(?<part>weekdays?|weekends?)\b/,
    /(?<day>(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?(?:['’]?s)?\b|(?:mo|tu|we|th|fr|sa|su|m|w|f)\b)/,
    /[ ,.:&]|(?:and|open|opening|from|on|hours)\b/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'iy',
)

/** Returns null if a word isn't known. */
function tokensOf(typed: string): Token[] | null {
  if (typed.length > mostCharacters) return null
  const text = typed.replace(/[^\S\n]+/g, ' ')
  const tokens: Token[] = []
  token.lastIndex = 0
  while (token.lastIndex < text.length) {
    const found = token.exec(text)?.groups
    if (!found) return null
    if (found.named || found.hour) {
      const clock = clockOf(found)
      if (!clock) return null
      tokens.push({ is: 'clock', ...clock })
    } else if (found.day) {
      const start = found.day.slice(0, 2).toLowerCase()
      tokens.push({
        is: 'day',
        day: names.findIndex((name) => name.toLowerCase().startsWith(start)),
      })
    } else if (found.all) tokens.push({ is: 'days', days: everyDay })
    else if (found.part)
      tokens.push({ is: 'days', days: /end/i.test(found.part) ? [5, 6] : [0, 1, 2, 3, 4] })
    else
      for (const is of ['always', 'closed', 'dash', 'break'] as const)
        if (found[is]) tokens.push({ is })
  }
  return tokens
}

function clockOf(found: Record<string, string | undefined>): Clock | null {
  if (found.named)
    return /noon/i.test(found.named)
      ? { minute: noon, half: 'pm', exact: true, padded: false }
      : { minute: 0, half: 'am', exact: true, padded: false }
  const hour = Number(found.hour)
  const minute = hour * 60 + Number(found.minutes ?? 0)
  const padded = found.hour!.length === 2 && found.minutes !== undefined
  if (!found.half) {
    const exact = hour > 12 || found.hour!.startsWith('0')
    return minute > midnight ? null : { minute: minute % midnight, half: null, exact, padded }
  }
  if (hour < 1 || hour > 12) return null
  const half = found.half.toLowerCase() === 'a' ? 'am' : 'pm'
  return { minute: (minute % noon) + (half === 'pm' ? noon : 0), half, exact: true, padded }
}

/** Tokens, and which one is read next. */
type Reader = { tokens: Token[]; at: number }

/** Returns null for a text without any, and where days have no times or times have no days. */
function clausesOf(tokens: Token[]): Clause[] | null {
  const reader: Reader = { tokens, at: 0 }
  const clauses: Clause[] = []
  while (skip(reader, 'break'));
  while (reader.at < tokens.length) {
    const clause = skip(reader, 'closed') ? readClosedDays(reader) : readClause(reader)
    const before = clauses.at(-1)
    if (!clause) return null
    // Times alone belong to the days before them, or to every day.
    if (clause.days.length > 0) clauses.push(clause)
    else if (!before) clauses.push({ ...clause, days: everyDay })
    else if (before.spans.length > 0) before.spans.push(...clause.spans)
    else return null
    while (skip(reader, 'break'));
  }
  return clauses.length > 0 ? clauses : null
}

/** Passes over a token of this kind. Returns whether there was one. */
function skip(reader: Reader, is: Token['is']): boolean {
  if (reader.tokens[reader.at]?.is !== is) return false
  reader.at += 1
  return true
}

function readClosedDays(reader: Reader): Clause | null {
  const days = readDays(reader)
  const next = reader.tokens[reader.at]?.is
  // 'Closed Mon, Tue 11-10' may mean either about Tuesday.
  const isClear = next === undefined || next === 'break' || next === 'closed'
  return days.length > 0 && isClear ? { days, spans: [] } : null
}

function readClause(reader: Reader): Clause | null {
  const first = reader.tokens[reader.at]
  const usual = first?.is === 'days' && first.days === everyDay
  const days = readDays(reader)
  // The times of a day may stand on the next line, or after a dash that means nothing.
  if (days.length > 0) while (skip(reader, 'break') || skip(reader, 'dash'));
  if (days.length > 0 && skip(reader, 'closed')) return { days, spans: [] }
  const spans = readSpans(reader)
  return spans.length > 0 ? { days, spans, usual } : null
}

function readDays(reader: Reader): number[] {
  const days: number[] = []
  for (;;) {
    const [one, dash, to] = reader.tokens.slice(reader.at, reader.at + 3)
    if (one?.is === 'day' && dash?.is === 'dash' && to?.is === 'day') {
      days.push(...daysFrom(one.day, to.day))
      reader.at += 2
    } else if (one?.is === 'day') days.push(one.day)
    else if (one?.is === 'days') days.push(...one.days)
    else return days
    reader.at += 1
  }
}

function readSpans(reader: Reader): Span[] {
  const spans: Span[] = []
  for (;;) {
    const [open, dash, close] = reader.tokens.slice(reader.at, reader.at + 3)
    const isSpan = open?.is === 'clock' && dash?.is === 'dash' && close?.is === 'clock'
    const span = isSpan ? spanOf(open, close) : null
    if (span) reader.at += 3
    else if (!skip(reader, 'always')) return spans
    spans.push(span ?? [0, midnight])
  }
}

const daysFrom = (first: number, last: number) =>
  Array.from({ length: ((last - first + 7) % 7) + 1 }, (_, day) => (first + day) % 7)

/** Returns the spans of each day, which are undefined for days that aren't named. Returns null if a day is told twice. */
function weekOf(clauses: Clause[]): (Span[] | undefined)[] | null {
  const week: (Span[] | undefined)[] = []
  const usualDays = new Set<number>()
  for (const { days, spans, usual } of clauses) {
    if (spans.length > mostSpans) return null
    for (const day of new Set(days)) {
      if (week[day] && spans.length > 0 && !usualDays.has(day)) return null
      if (usual) usualDays.add(day)
      else usualDays.delete(day)
      week[day] = spans.toSorted(([one], [other]) => one - other)
    }
  }
  return week
}

/** Returns the only plausible span between two times as they are written, or null. */
function spanOf(open: Clock, close: Clock): Span | null {
  const spans = readings(open, close)
  if (spans.length !== 1) return null
  const [from, to] = spans[0]!
  const until = to === 0 ? midnight : to
  // Later in the morning it is a typing error, as it is to the parser of OSM's syntax.
  return until <= from && (until === from || until > latest) ? null : [from, until]
}

function readings(open: Clock, close: Clock): Span[] {
  const all24 = !open.half && !close.half && open.padded && close.padded
  const is24 = all24 || (!open.half && open.exact) || (!close.half && close.exact)
  const both = (clock: Clock) =>
    clock.exact || is24 ? [clock.minute] : [clock.minute % noon, (clock.minute % noon) + noon]
  const all = both(open).flatMap((from) => both(close).map((to): Span => [from, to]))
  if (all.length === 1) return all
  // In '5-9pm', both are pm.
  if (close.half && !open.half) {
    const alike = all.filter(([from, to]) => from < to && from >= noon === to >= noon)
    if (alike.length === 1 && alike[0]![0] >= earliest) return alike
  }
  return all.filter(([from, to]) => {
    const [opens, closes] = [open.exact || isOpening(from), close.exact || isClosing(from, to)]
    return opens && closes && lengthOf(from, to) <= longest
  })
}

const latest = 10 * 60
/** Of times without am or pm, those that are usual for restaurants. */
const earliest = 4 * 60
const longest = 16 * 60
const isOpening = (from: number) => from >= earliest && from < 20 * 60
const isClosing = (from: number, to: number) => to > from || to <= earliest
const lengthOf = (from: number, to: number) => (to - from + midnight) % midnight || midnight
