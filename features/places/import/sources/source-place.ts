import { firstCharacters } from '#platform/text/characters.ts'
import type { CsvColumnMap } from './csv-rows.server.ts'
import { withoutInvisibleCharacters } from '#platform/text/invisible-characters.ts'
import { repairEncoding } from './letters.ts'
import { createHash } from 'node:crypto'
import { foldText } from '../../fold.ts'

export type AddressParts = {
  /** The whole address in one line, if the source doesn't have its parts. */
  full?: string | undefined
  houseNumber?: string | undefined
  street?: string | undefined
  city?: string | undefined
  state?: string | undefined
  postcode?: string | undefined
  country?: string | undefined
}

/** A place as its source describes it, cleaned. Facts that the source doesn't have are null. */
export type SourcePlace = {
  placeId: string
  name: string
  /** English name, or null if it is unknown or the same as the name. */
  nameEn: string | null
  address: AddressParts
  latitude: number
  longitude: number
  website: string | null
  phone: string | null
  /** Opening hours in OSM's opening_hours syntax. */
  openingHours: string | null
  /** What the place serves and which kind of place it is, in its source's words: 'burger', 'coffee_shop', 'pub'. */
  cuisines: string[] | null
  /** When the source last changed this place, in seconds since 1970; null if it doesn't say. */
  dated: number | null
  source: string
  licence: string
}

/** A place that its source says is closed for good. */
export type ClosedPlace = Pick<SourcePlace, 'placeId' | 'source' | 'dated'>

/** Options with which the operator describes a file that doesn't describe itself. */
export type ReadOptions = {
  /** True if every row is a place to eat or drink. */
  allAreRestaurants?: boolean | undefined
  source?: string | undefined
  licence?: string | undefined
  /** The columns of a CSV by field. */
  map?: CsvColumnMap | undefined
}

/** A row of a file. Rows and lines are counted from 1; in a Parquet file the line is the row. */
export type SourceRow = { row: number; line: number } & (
  | { place: SourcePlace }
  | { closed: ClosedPlace }
  /** The row can't be used, and the operator sees the reason. */
  | { reason: string }
  /** A valid row that isn't a place to eat or drink. */
  | { other: true }
)

/** A place as its source describes it, before cleaning. */
type RawPlace = Pick<SourcePlace, 'dated' | 'source' | 'licence'> & {
  /** Null if the source has no ids: an id is then made from name and position. */
  placeId: string | null
  /** Candidates for the name, of which the first usable one is taken. */
  names: unknown[]
  english: unknown
  at: { latitude: unknown; longitude: unknown }
  address: Partial<Record<keyof AddressParts, unknown>>
  websites: unknown[]
  phones: unknown[]
  hours?: unknown
  cuisines?: unknown[]
}

/** Cleans the facts of a place. Throws an error that says why, for the operator, if it has no usable name or position. */
export function cleanPlace(raw: RawPlace): SourcePlace {
  const { address, dated, source, licence } = raw
  const name = nameOf(raw.names)
  const english = cleanText(raw.english)
  const point = parsePosition(raw.at.latitude, raw.at.longitude)
  const country = /^[a-z]{2}$/i.exec(String(address.country))?.[0]
  const part = (value: unknown, maximum: number) => cleanText(value, maximum) ?? undefined
  return {
    placeId: raw.placeId ?? contentId({ name, ...point, source }),
    name,
    nameEn: english === name ? null : english,
    address: {
      full: part(address.full, 300),
      houseNumber: part(address.houseNumber, 20),
      street: part(address.street, 200),
      city: part(address.city, 100),
      ...stateOf(cleanText(address.state, 40), country),
      postcode: part(address.postcode, 20),
    },
    ...point,
    website: parseWebsite(...raw.websites),
    phone: parsePhone(...raw.phones),
    openingHours: cleanText(raw.hours, 1000),
    cuisines: parseCuisines(raw.cuisines ?? []),
    dated,
    source,
    licence,
  }
}

/** Returns one clean line of text, or null if nothing is left of it or its letters are broken beyond repair. */
export function cleanText(value: unknown, maximum = 200): string | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null
  const line = repairEncoding(String(value).slice(0, maximum * 4)).normalize('NFC')
  if (line.includes('\ufffd')) return null
  const clean = withoutInvisibleCharacters(line.replace(/\p{Cc}+/gu, ' '), ' ')
    .replace(/\s+/gu, ' ')
    .trim()
  return clean === '' ? null : firstCharacters(clean, maximum).trim()
}

function nameOf(candidates: unknown[]): string {
  for (const candidate of candidates) {
    const name = cleanText(candidate, 200)
    if (name && /[\p{L}\p{N}]/u.test(name)) return name
  }
  const isBroken = candidates.some(
    (candidate) => typeof candidate === 'string' && candidate.includes('\ufffd'),
  )
  throw new Error(isBroken ? 'has a name with broken letters' : 'has no name')
}

export function parsePosition(latitude: unknown, longitude: unknown) {
  const at = { latitude: degrees(latitude), longitude: degrees(longitude) }
  if (Number.isNaN(at.latitude) || Number.isNaN(at.longitude)) throw new Error('has no position')
  if (Math.abs(at.latitude) > 90 || Math.abs(at.longitude) > 180)
    throw new Error('lies outside the map')
  if (at.latitude === 0 && at.longitude === 0) throw new Error('has no position')
  return at
}

const degrees = (value: unknown) =>
  typeof value === 'number' || (typeof value === 'string' && value.trim() !== '')
    ? Number(value)
    : NaN

/** Returns state and country. 'US-TX' gives the state 'TX', and the country 'US' if it isn't known otherwise. */
function stateOf(state: string | null, country: string | undefined) {
  const [, before, code] = /^([A-Z]{2})-([A-Z\d]{1,3})$/.exec(state ?? '') ?? []
  return { state: code ?? state ?? undefined, country: country ?? before }
}

/**
 * Returns the latest of several dates, in seconds since 1970. A date in the future is ignored, because it would win
 * over all others for years.
 */
export function latestDate(...dates: unknown[]): number | null {
  const tomorrow = Date.now() + 86_400_000
  const times = dates.flatMap((date) => {
    const time = typeof date === 'string' && /^\d{4}-\d\d-\d\d/.test(date) ? Date.parse(date) : NaN
    return Number.isNaN(time) || time > tomorrow ? [] : [Math.floor(time / 1000)]
  })
  return times.length > 0 ? Math.max(...times) : null
}

/** Returns the first usable http or https address, or null. A bare host gets https. */
export function parseWebsite(...candidates: unknown[]): string | null {
  for (const candidate of candidates) {
    const first = cleanText(candidate, 2000)?.split(/[;\s]/)[0]
    if (!first) continue
    if (!/^[\p{L}\d]/u.test(first)) continue
    const whole = /^https?:\/\//i.test(first) ? first : `https://${first}`
    if (!URL.canParse(whole)) continue
    const url = new URL(whole)
    const named = /^[^.]+(\.[^.]+)*\.\p{L}[\p{L}\p{N}-]+$/u.test(url.hostname)
    if (named && !url.username && !url.password && url.href.length <= 500) return url.href
  }
  return null
}

export function parsePhone(...candidates: unknown[]): string | null {
  for (const candidate of candidates) {
    const first = cleanText(candidate, 100)?.split(/[;,]/)[0]!.trim()
    if (first && /^\+?[\d\s()./-]{5,30}$/.test(first) && /(?:\d\D*){5}/.test(first)) return first
  }
  return null
}

const maxCuisines = 8

/** Returns the first distinct words (at most `maxCuisines`) in lists such as 'burger;Tex-Mex', or null for none. */
export function parseCuisines(lists: unknown[]): string[] | null {
  const words = lists
    .flatMap((list) => (cleanText(list, 500) ?? '').split(/[;,]/))
    .map((word) =>
      word
        .trim()
        .toLowerCase()
        .replaceAll(/[\s-]+/g, '_'),
    )
    .filter((word) => /^[a-z0-9_]{2,40}$/.test(word))
  return words.length > 0 ? [...new Set(words)].slice(0, maxCuisines) : null
}

type Known = { name: string; latitude: number; longitude: number; source: string }

/**
 * Makes an id for a place whose source has none. The position is rounded to about ten meters, so that a small
 * difference rarely makes another id.
 */
function contentId({ name, latitude, longitude, source }: Known): string {
  const content = [source, foldText(name), latitude.toFixed(4), longitude.toFixed(4)]
  return `place:${createHash('sha256').update(content.join('\0')).digest('base64url').slice(0, 22)}`
}
