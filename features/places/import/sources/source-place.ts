import { cut } from '#platform/text/characters.ts'
import type { CsvMap } from './csv-rows.server.ts'
import { repaired, withoutHidden } from './letters.ts'

export type AddressParts = {
  /** The whole address in one line, where that is all the source has. */
  full?: string | undefined
  houseNumber?: string | undefined
  street?: string | undefined
  city?: string | undefined
  state?: string | undefined
  postcode?: string | undefined
  country?: string | undefined
}

/** A place as a source tells it, cleaned; what it doesn't say is null. */
export type SourcePlace = {
  placeId: string
  name: string
  /** Where that is another name. */
  nameEn: string | null
  address: AddressParts
  latitude: number
  longitude: number
  website: string | null
  phone: string | null
  /** As OSM writes it. */
  openingHours: string | null
  cuisine: string | null
  /** When the source last changed this, in seconds; null where it doesn't say. */
  dated: number | null
  source: string
  licence: string
}

/** What a source says is closed for good. */
export type ClosedPlace = Pick<SourcePlace, 'placeId' | 'source' | 'dated'>

/** What the operator says of a file that doesn't say so itself. */
export type Reading = {
  /** It holds places to eat and drink only. */
  all?: boolean | undefined
  source?: string | undefined
  licence?: string | undefined
  /** Which columns of a CSV are what. */
  map?: CsvMap | undefined
}

/** Rows and lines from 1; a Parquet file has no lines but its rows. */
export type SourceRow = { row: number; line: number } & (
  | { place: SourcePlace }
  | { closed: ClosedPlace }
  /** Can't be used: told to the operator. */
  | { reason: string }
  /** Nothing wrong with it, but nobody eats there. */
  | { other: true }
)

/** Why a row can't be used, as text for the operator. */
export class BadRow extends Error {}

/** One clean line of text, or null; so is one whose letters are broken beyond repair. */
export function text(value: unknown, maximum = 200): string | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null
  const line = repaired(String(value).slice(0, maximum * 4)).normalize('NFC')
  if (line.includes('\ufffd')) return null
  const clean = withoutHidden(line).replace(/\s+/gu, ' ').trim()
  return clean === '' ? null : cut(clean, maximum).trim()
}

export function nameOf(...candidates: unknown[]): string {
  for (const candidate of candidates) {
    const name = text(candidate, 200)
    if (name && /[\p{L}\p{N}]/u.test(name)) return name
  }
  const isBroken = candidates.some((one) => typeof one === 'string' && one.includes('\ufffd'))
  throw new BadRow(isBroken ? 'has a name with broken letters' : 'has no name')
}

export function position(latitude: unknown, longitude: unknown) {
  const at = { latitude: degrees(latitude), longitude: degrees(longitude) }
  if (Number.isNaN(at.latitude) || Number.isNaN(at.longitude)) throw new BadRow('has no position')
  if (Math.abs(at.latitude) > 90 || Math.abs(at.longitude) > 180)
    throw new BadRow('lies outside the map')
  if (at.latitude === 0 && at.longitude === 0) throw new BadRow('has no position')
  return at
}

const degrees = (value: unknown) =>
  typeof value === 'number' || (typeof value === 'string' && value.trim() !== '')
    ? Number(value)
    : NaN

/** 'US-TX' is Texas, and says the country too. */
export function stateOf(state: string | null, country: string | undefined) {
  const [, before, code] = /^([A-Z]{2})-([A-Z\d]{1,3})$/.exec(state ?? '') ?? []
  return { state: code ?? state ?? undefined, country: country ?? before }
}

/** The latest of several dates, in seconds. One to come says nothing: it would win over all for years. */
export function dateOf(...dates: unknown[]): number | null {
  const tomorrow = Date.now() + 86_400_000
  const times = dates.flatMap((date) => {
    const time = typeof date === 'string' && /^\d{4}-\d\d-\d\d/.test(date) ? Date.parse(date) : NaN
    return Number.isNaN(time) || time > tomorrow ? [] : [Math.floor(time / 1000)]
  })
  return times.length > 0 ? Math.max(...times) : null
}

/** Only http and https reach a page; what only looks like a host is taken for one. */
export function website(...candidates: unknown[]): string | null {
  for (const candidate of candidates) {
    const first = text(candidate, 2000)?.split(/[;\s]/)[0]
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

export function phone(...candidates: unknown[]): string | null {
  for (const candidate of candidates) {
    const first = text(candidate, 100)?.split(/[;,]/)[0]!.trim()
    if (first && /^\+?[\d\s()./-]{5,30}$/.test(first) && /(?:\d\D*){5}/.test(first)) return first
  }
  return null
}
