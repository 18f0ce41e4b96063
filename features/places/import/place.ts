import { createHash } from 'node:crypto'
import type { Point } from '#domain/position/miles.ts'
import { firstCharacters } from '#platform/text/characters.ts'
import { cleanText } from '#platform/text/invisible-characters.ts'
import { foldText } from '#domain/fold.ts'
import { parseOpeningHours } from '#domain/hours/osm-hours.server.ts'

/** The facts of a place as its source has them. `address` is the whole one, if the source doesn't have its parts. */
type Fact = AddressPart | 'name' | 'english' | 'website' | 'phone' | 'hours'
type AddressPart = 'address' | 'number' | 'street' | 'city' | 'state' | 'postcode' | 'country'

export type RawPlace = Partial<Record<Fact, unknown>> & {
  /** Undefined if the source has no ids: an id is then made from name and position. */
  placeId: string | undefined
  at: { latitude: unknown; longitude: unknown }
  /** What the place serves and which kind of place it is: 'burger', 'coffee_shop', 'pub'. */
  cuisines: unknown[]
  source: string
  license: string
}

export type Place = ReturnType<typeof cleanPlace>

/**
 * Returns the columns of `restaurants` that a place has by itself. Throws an error that says why, for the operator, if
 * it has no usable name or position.
 */
export function cleanPlace({ placeId, at, cuisines, source, license, ...raw }: RawPlace) {
  const name = cleanText(raw.name)
  if (!name || !/[\p{L}\p{N}]/u.test(name)) throw new Error('has no name in UTF-8')
  const point = cleanPoint(at)
  const english = cleanText(raw.english)
  const nameEn = english === name ? null : english
  const town = cleanText(raw.city, 100)
  return {
    place_id: placeId ?? contentId(source, name, point),
    name,
    name_key: foldText(name),
    name_en: nameEn,
    town,
    also_key: foldText(`${nameEn ?? ''} ${town ?? ''}`) || null,
    ...point,
    /** Returns the address in one line; `near` is the country where the source names none. */
    address: (near: string) => formatAddress(raw, near),
    website: cleanWebsite(raw.website),
    phone: cleanPhone(raw.phone),
    opening_hours: parseOpeningHours(cleanText(raw.hours, 256) ?? ''),
    cuisines: cleanCuisines(cuisines),
    source,
    license,
  }
}

function cleanPoint(at: RawPlace['at']): Point {
  const [latitude, longitude] = [degrees(at.latitude), degrees(at.longitude)]
  if (Number.isNaN(latitude + longitude) || (latitude === 0 && longitude === 0))
    throw new Error('has no position')
  if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180) throw new Error('lies outside the map')
  return { latitude, longitude }
}

/** Half of Europe writes 44.98 as '44,98'. */
const degrees = (value: unknown) =>
  Number.parseFloat(typeof value === 'string' ? value.replace(',', '.') : String(value))

/** Returns a usable http or https address, or null. A bare host gets https. */
function cleanWebsite(value: unknown): string | null {
  const first = cleanText(value, 2000)?.split(/[;\s]/)[0]
  if (!first) return null
  const url = URL.parse(/^https?:\/\//i.test(first) ? first : `https://${first}`)
  const isUsable = url && /\.\p{L}[\p{L}\p{N}-]+$/u.test(url.hostname) && !url.username
  return isUsable && url.href.length <= 500 ? url.href : null
}

/** Returns the first phone number, without what stands before or behind it, or null. */
function cleanPhone(value: unknown): string | null {
  const first = (cleanText(value, 100)?.split(/[;,]/)[0] ?? '').replace(/[‐‑‒–—]/g, '-')
  const phone = /\+?[\d(][\d\s()./-]{3,28}\d/.exec(first)?.[0]
  return phone && phone.replace(/\D/g, '').length >= 5 ? phone : null
}

const maxCuisines = 8

/** Returns the distinct words of lists such as 'burger;Tex-Mex', or null for none. */
function cleanCuisines(lists: unknown[]): string[] | null {
  const words = lists
    .flatMap((list) => (cleanText(list, 500) ?? '').toLowerCase().split(/[;,]/))
    .map((word) => word.trim().replaceAll(/[\s-]+/g, '_'))
    .filter((word) => /^[a-z0-9_]{2,40}$/.test(word))
  return words.length > 0 ? [...new Set(words)].slice(0, maxCuisines) : null
}

/** Makes an id. The position is rounded to about ten meters, so that a small difference rarely makes another id. */
function contentId(source: string, name: string, { latitude, longitude }: Point) {
  const content = [source, foldText(name), latitude.toFixed(4), longitude.toFixed(4)]
  return `place:${createHash('sha256').update(content.join('\0')).digest('base64url').slice(0, 22)}`
}

/** Countries whose addresses put the house number before the street and the postcode last. */
const numberFirst = new Set('AU CA FR GB HK IE IN MY NZ PH SG TH US ZA'.split(' '))

/** Returns an address as people in the country write it, or null if it has no street: a town alone is no address. */
function formatAddress(raw: Partial<Record<AddressPart, unknown>>, near: string): string | null {
  const part = (name: AddressPart) => cleanText(raw[name])
  const joined = (words: (string | null)[], by = ' ') => words.filter(Boolean).join(by)
  const [full, street, number] = [part('address'), part('street'), part('number')]
  if (full || !street) return full
  const [city, postcode] = [part('city'), part('postcode')]
  // Overture writes the state as 'US-TX'.
  const state = part('state')?.replace(/^[A-Z]{2}-/, '') ?? null
  const lines = numberFirst.has(part('country')?.toUpperCase() ?? near)
    ? [joined([number, street]), city, joined([state, postcode])]
    : [joined([street, number]), joined([postcode, city])]
  return firstCharacters(joined(lines, ', '), 300)
}
