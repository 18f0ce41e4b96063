import { isSameWeekday, weekdayNames } from '#domain/hours/opening-hours.ts'
import { withoutInvisibleCharacters } from '#platform/text/invisible-characters.ts'
import type { Restaurant } from '../contract.ts'
import { dayHoursText, weekHours } from '../hours.ts'
import { hoursExample } from './fields.ts'

export type Hours = NonNullable<Restaurant['openingHours']>

/** Minutes since midnight. A span that ends no later than it begins ends on the next day. */
type Span = [open: number, close: number]
/** A time as it is written: 'exact' if it has am or pm or is certainly in 24-hour form, 'padded' if it is like 10:00. */
type Clock = { minute: number; half: 'am' | 'pm' | null; exact: boolean; padded: boolean }
type Token =
  | { is: 'day'; day: number }
  | { is: 'days'; days: number[] }
  | ({ is: 'clock' } & Clock)
  | { is: (typeof signs)[number] }
/**
 * Days and their spans, none if they are closed. `rest` is true if it is about the days that no other clause names.
 * What is said of every day (`usual`) has exceptions after it. `without` are days that are closed if no other clause
 * names them, as Monday in 'every day except Monday'. `behind` is true if the days stand behind the times.
 */
type Clause = {
  days: number[]
  rest: boolean
  spans: Span[]
  usual?: boolean
  without?: number[]
  behind?: boolean
}

const mostCharacters = 500
const mostSpans = 8
const signs = ['always', 'closed', 'dash', 'break', 'rest', 'only', 'except'] as const
const noon = 12 * 60
const midnight = 24 * 60
/** Monday is 0, as the page shows the week. */
const names = [...weekdayNames.slice(1), weekdayNames[0]]
const everyDay = [0, 1, 2, 3, 4, 5, 6]

/**
 * Reads opening hours as people write them, like 'Mon-Fri 11am-10pm, closed on Sundays'. Days that aren't named stay as
 * in `current`, unless the text says that they are closed ('only', 'otherwise closed'); without `current` they are
 * closed. Returns null for a text that has unknown words or could mean two things.
 */
export function readHoursInWords(text: string, current: Hours | null = null): Hours | null {
  const { tokens, unknown } = tokensOf(text)
  const said = tokens.filter(({ is }) => is !== 'only')
  const clauses = unknown === null ? clausesOf(said) : null
  const week = clauses && weekOf(clauses, said.length < tokens.length)
  if (!week) return null
  const hours = names.flatMap((day, index): Hours => {
    const spans = week[index]
    const kept = current?.filter((one) => !one.closed && isSameWeekday(one.day, day)) ?? []
    if (!spans && kept.length > 0) return kept.map((one) => ({ ...one, day }))
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

/** Returns the first word of a text that isn't known, or null if all are. */
export const unknownWordIn = (text: string): string | null => tokensOf(text).unknown

/** Says what to change in a text that `readHoursInWords` doesn't read. */
export function hoursProblem(text: string): string {
  const unknown = unknownWordIn(text)
  return unknown === null
    ? `This isn’t clear. Write each day once, and times with am or pm: “${hoursExample}”.`
    : `We can’t read “${unknown}”. Write hours like “${hoursExample}”.`
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
    /(?<rest>(?:otherwise|(?:the )?rest(?: of the week)?|(?:all |the )?other days)\b)/,
    /(?<only>(?:only|just)\b)/,
    /(?<except>(?:except|but)(?: for)?\b)/,
    /(?:12 )?(?<named>noon|midnight)\b/,
    /(?<hour>\d{1,2})(?:[:.](?<minutes>[0-5]\d))?(?!\d)(?: ?(?<half>[ap])(?:\.? ?m\b\.?|\b))?/,
    /(?<dash>[-–—−]|(?:to|til|till|until|thru|through)\b)/,
    /(?<closed>(?:closed|off)\b)/,
    /(?<part>weekdays?|weekends?)\b/,
    /(?<day>(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?(?:['’]?s)?\b|(?:mo|tu|we|th|fr|sa|su|m|w|f)\b)/,
    /[ ,.:&/]|(?:and|open|opening|from|on|at|the|hours)\b/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'iy',
)

/** Returns the tokens of a text up to the first word that isn't known. */
function tokensOf(typed: string): { tokens: Token[]; unknown: string | null } {
  if (typed.length > mostCharacters) return { tokens: [], unknown: `${typed.slice(0, 20)}…` }
  const text = withoutInvisibleCharacters(typed).replace(/[^\S\n]+/g, ' ')
  const tokens: Token[] = []
  token.lastIndex = 0
  while (token.lastIndex < text.length) {
    const at = token.lastIndex
    const found = token.exec(text)?.groups
    const clock = found?.named || found?.hour ? clockOf(found) : undefined
    if (!found || clock === null)
      return { tokens, unknown: /^[^\s,;]+/.exec(text.slice(at))?.[0] ?? '' }
    tokens.push(...(clock ? [{ is: 'clock' as const, ...clock }] : tokensFrom(found)))
  }
  return { tokens, unknown: null }
}

/** Returns the token of a match that isn't a time. There is none for words that mean nothing. */
function tokensFrom(found: Record<string, string | undefined>): Token[] {
  if (found.day) {
    const start = found.day.slice(0, 2).toLowerCase()
    return [{ is: 'day', day: names.findIndex((name) => name.toLowerCase().startsWith(start)) }]
  }
  if (found.all) return [{ is: 'days', days: everyDay }]
  if (found.part) return [{ is: 'days', days: /end/i.test(found.part) ? [5, 6] : [0, 1, 2, 3, 4] }]
  return signs.filter((is) => found[is]).map((is) => ({ is }))
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
    const clause = readClauseOrClosed(reader)
    const before = clauses.at(-1)
    if (!clause) return null
    // Times alone belong to the days before them, or to every day.
    if (clause.days.length > 0 || clause.rest) clauses.push(clause)
    else if (!before) clauses.push({ ...clause, days: everyDay })
    // In '11am-2pm Mon 5pm-9pm' they may be Monday's or those of a day that is missing.
    else if (before.spans.length > 0 && !before.behind) before.spans.push(...clause.spans)
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

function readClauseOrClosed(reader: Reader): Clause | null {
  const isException = skip(reader, 'except')
  if (skip(reader, 'closed')) return readClosedDays(reader)
  // 'Daily 11-10pm except Mondays' means that it is closed then.
  const { at } = reader
  const closed = isException ? readClosedDays(reader) : null
  if (closed) return closed
  reader.at = at
  return readClause(reader)
}

function readClosedDays(reader: Reader): Clause | null {
  const { days, rest } = readDays(reader)
  const next = reader.tokens[reader.at]?.is
  // 'Closed Mon, Tue 11-10' may mean either about Tuesday.
  const isClear = next === undefined || ['break', 'closed', 'rest'].includes(next)
  return (days.length > 0 || rest) && isClear ? { days, rest, spans: [] } : null
}

function readClause(reader: Reader): Clause | null {
  const named = readNamedDays(reader)
  if (!named) return null
  const hasDays = named.days.length > 0 || named.rest
  // The times of a day may stand on the next line, or after a dash that means nothing.
  if (hasDays) while (skip(reader, 'break') || skip(reader, 'dash'));
  if (hasDays && skip(reader, 'closed')) return { ...named, spans: [] }
  const spans = readSpans(reader)
  if (spans.length === 0) return null
  return hasDays ? { ...named, spans } : readDaysBehind(reader, spans)
}

/** Reads days and those that they leave out. Returns null for 'Monday except Monday', which names no day. */
function readNamedDays(reader: Reader): Omit<Clause, 'spans'> | null {
  const first = reader.tokens[reader.at]
  const usual = first?.is === 'days' && first.days === everyDay
  const named = readDays(reader)
  const hasDays = named.days.length > 0 || named.rest
  const without = hasDays && skip(reader, 'except') ? readDays(reader).days : []
  const days = named.days.filter((day) => !without.includes(day))
  return without.length > 0 && days.length === 0 ? null : { ...named, days, usual, without }
}

/** Reads the days behind times, as in '11am-10pm Mon-Fri', if there are any. */
function readDaysBehind(reader: Reader, spans: Span[]): Clause | null {
  const { at } = reader
  const named = readNamedDays(reader)
  const [next, then] = reader.tokens.slice(reader.at, reader.at + 2)
  const areClosed = next?.is === 'closed' && !/^(?:days?|rest)$/.test(then?.is ?? '')
  if (!named || !areClosed) return named && { ...named, spans, behind: reader.at > at }
  // '11-10, Sunday closed' is about all other days. Of several, some may be those of the times.
  if (named.days.length > 1) return null
  reader.at = at
  return { days: [], rest: false, spans }
}

function readDays(reader: Reader): Pick<Clause, 'days' | 'rest'> {
  const days: number[] = []
  if (skip(reader, 'rest')) return { days, rest: true }
  for (;;) {
    const [one, dash, to] = reader.tokens.slice(reader.at, reader.at + 3)
    if (one?.is === 'day' && dash?.is === 'dash' && to?.is === 'day') {
      days.push(...daysFrom(one.day, to.day))
      reader.at += 2
    } else if (one?.is === 'day') days.push(one.day)
    else if (one?.is === 'days') days.push(...one.days)
    else return { days, rest: false }
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

type Week = (Span[] | undefined)[]

/**
 * Returns the spans of each day, which are undefined for days that aren't named. With `only`, those are closed. Returns
 * null if a day is told twice.
 */
function weekOf(clauses: Clause[], only: boolean): Week | null {
  const week = namedDays(clauses)
  if (!week) return null
  for (const day of clauses.flatMap(({ without = [] }) => without)) week[day] ??= []
  const rest = clauses.filter((clause) => clause.rest).map(({ spans }) => spans)
  const unnamed = everyDay.filter((day) => !week[day])
  if (only && rest.length === 0 && unnamed.length > 0) {
    // 'Only closed on Mondays' doesn't mean that the other days are closed.
    if (clauses.some(({ spans }) => spans.length === 0)) return null
    rest.push([])
  }
  if (rest.length > 1) return null
  for (const day of unnamed) week[day] = rest[0]
  return week.map((spans) => spans?.toSorted(([one], [other]) => one - other))
}

/** Returns the spans of the days that clauses name, or null if a day is told twice. */
function namedDays(clauses: Clause[]): Week | null {
  const week: Week = everyDay.map(() => undefined)
  const usualDays = new Set<number>()
  for (const { days, spans, usual } of clauses) {
    if (spans.length > mostSpans) return null
    for (const day of new Set(days)) {
      if (week[day] && spans.length > 0 && !usualDays.has(day)) return null
      if (usual) usualDays.add(day)
      else usualDays.delete(day)
      week[day] = spans
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
  if (until > from) return [from, until]
  // It ends on the next day. Later in the morning that is a typing error, as it is to the parser of OSM's syntax, and
  // with '11:00-10:00' people mean the evening.
  const isSaid = open.half !== null && close.half !== null
  const isTooLong = until === from || until > latest || (!isSaid && lengthOf(from, until) > longest)
  return isTooLong ? null : [from, until]
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
