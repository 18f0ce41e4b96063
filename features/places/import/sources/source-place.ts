import { cut } from '#platform/text/characters.ts'
import type { CsvMap } from './csv-rows.server.ts'
import { repaired, withoutHidden } from './letters.ts'
import { createHash } from 'node:crypto'
import { fold } from '../../fold.ts'

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
  /** Null where it is the same as the name. */
  nameEn: string | null
  address: AddressParts
  latitude: number
  longitude: number
  website: string | null
  phone: string | null
  /** As OSM writes it. */
  openingHours: string | null
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
  /** Can't be used; the reason is shown to the operator. */
  | { reason: string }
  /** Nothing wrong with it, but nobody eats there. */
  | { other: true }
)

/** Why a row can't be used, as text for the operator. */
export class BadRow extends Error {}

/** What a source says of a place, not cleaned yet. */
type RawPlace = Pick<SourcePlace, 'dated' | 'source' | 'licence'> & {
  /** Null where the source has no ids: then one is made from name and position. */
  placeId: string | null
  /** Candidates, as for websites and phones: the first that can be used is taken. */
  names: unknown[]
  english: unknown
  at: { latitude: unknown; longitude: unknown }
  address: Partial<Record<keyof AddressParts, unknown>>
  websites: unknown[]
  phones: unknown[]
  hours?: unknown
}

/** Throws BadRow where a place has no name or no position. */
export function cleanPlace(raw: RawPlace): SourcePlace {
  const { address, dated, source, licence } = raw
  const name = nameOf(raw.names)
  const english = text(raw.english)
  const point = position(raw.at.latitude, raw.at.longitude)
  const country = /^[a-z]{2}$/i.exec(String(address.country))?.[0]
  const part = (value: unknown, maximum: number) => text(value, maximum) ?? undefined
  return {
    placeId: raw.placeId ?? contentId({ name, ...point, source }),
    name,
    nameEn: english === name ? null : english,
    address: {
      full: part(address.full, 300),
      houseNumber: part(address.houseNumber, 20),
      street: part(address.street, 200),
      city: part(address.city, 100),
      ...stateOf(text(address.state, 40), country),
      postcode: part(address.postcode, 20),
    },
    ...point,
    website: website(...raw.websites),
    phone: phone(...raw.phones),
    openingHours: text(raw.hours, 1000),
    dated,
    source,
    licence,
  }
}

/** One clean line of text, or null; so is one whose letters are broken beyond repair. */
export function text(value: unknown, maximum = 200): string | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null
  const line = repaired(String(value).slice(0, maximum * 4)).normalize('NFC')
  if (line.includes('\ufffd')) return null
  const clean = withoutHidden(line).replace(/\s+/gu, ' ').trim()
  return clean === '' ? null : cut(clean, maximum).trim()
}

function nameOf(candidates: unknown[]): string {
  for (const candidate of candidates) {
    const name = text(candidate, 200)
    if (name && /[\p{L}\p{N}]/u.test(name)) return name
  }
  const isBroken = candidates.some(
    (candidate) => typeof candidate === 'string' && candidate.includes('\ufffd'),
  )
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
function stateOf(state: string | null, country: string | undefined) {
  const [, before, code] = /^([A-Z]{2})-([A-Z\d]{1,3})$/.exec(state ?? '') ?? []
  return { state: code ?? state ?? undefined, country: country ?? before }
}

/** The latest of several dates, in seconds. A date in the future is ignored: it would win over all others for years. */
export function dateOf(...dates: unknown[]): number | null {
  const tomorrow = Date.now() + 86_400_000
  const times = dates.flatMap((date) => {
    const time = typeof date === 'string' && /^\d{4}-\d\d-\d\d/.test(date) ? Date.parse(date) : NaN
    return Number.isNaN(time) || time > tomorrow ? [] : [Math.floor(time / 1000)]
  })
  return times.length > 0 ? Math.max(...times) : null
}

/** Only http and https addresses are kept; what looks like a bare host gets https. */
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

type Known = { name: string; latitude: number; longitude: number; source: string }

/** An id for places whose source has none: the same name within about ten metres is the same place. */
function contentId({ name, latitude, longitude, source }: Known): string {
  const content = [source, fold(name), latitude.toFixed(4), longitude.toFixed(4)]
  return `place:${createHash('sha256').update(content.join('\0')).digest('base64url').slice(0, 22)}`
}
