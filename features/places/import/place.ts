import { createHash } from 'node:crypto'
import { firstCharacters } from '#platform/text/characters.ts'
import { foldText } from '../fold.ts'
import { cleanText, parseCuisines, parsePhone, parsePosition, parseWebsite } from './text.ts'

const addressParts = {
  /** The whole address in one line, if the source doesn't have its parts. */
  full: 300,
  houseNumber: 20,
  street: 200,
  city: 100,
  state: 40,
  postcode: 20,
} as const
type AddressPart = keyof typeof addressParts
export type AddressParts = Partial<Record<AddressPart | 'country', string>>

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
  source: string
  licence: string
}

/** What a row of a file is: a place, one that its source says is closed, or none to eat or drink (null). */
export type PlaceOrClosed = SourcePlace | { closedId: string } | null

/** Options with which the operator describes a file that doesn't describe itself. */
export type ReadOptions = {
  /** True if every row is a place to eat or drink. */
  allAreRestaurants?: boolean | undefined
  source?: string | undefined
  licence?: string | undefined
}

/** A place as its source describes it, before cleaning. */
export type RawPlace = {
  /** Null if the source has no ids: an id is then made from name and position. */
  placeId: string | null
  /** Candidates for the name, of which the first usable one is taken. */
  names: unknown[]
  english: unknown
  at: { latitude: unknown; longitude: unknown }
  address: Partial<Record<AddressPart | 'country', unknown>>
  websites: unknown[]
  phones: unknown[]
  hours?: unknown
  cuisines: unknown[]
  source: string
  licence: string
}

/** Cleans the facts of a place. Throws an error that says why, for the operator, if it has no usable name or position. */
export function cleanPlace({ address, source, licence, ...raw }: RawPlace): SourcePlace {
  const name = nameOf(raw.names)
  const english = cleanText(raw.english)
  const point = parsePosition(raw.at.latitude, raw.at.longitude)
  return {
    placeId: raw.placeId ?? contentId(source, name, point),
    name,
    nameEn: english === name ? null : english,
    address: cleanAddress(address),
    ...point,
    website: parseWebsite(...raw.websites),
    phone: parsePhone(...raw.phones),
    openingHours: cleanText(raw.hours, 1000),
    cuisines: parseCuisines(raw.cuisines),
    source,
    licence,
  }
}

function nameOf(candidates: unknown[]): string {
  for (const candidate of candidates) {
    const name = cleanText(candidate)
    if (name && /[\p{L}\p{N}]/u.test(name)) return name
  }
  const isBroken = candidates.some((name) => typeof name === 'string' && name.includes('\ufffd'))
  throw new Error(isBroken ? 'has a name with broken letters' : 'has no name')
}

function cleanAddress(raw: RawPlace['address']): AddressParts {
  const address: AddressParts = {}
  for (const part of Object.keys(addressParts) as AddressPart[]) {
    const text = cleanText(raw[part], addressParts[part])
    if (text) address[part] = text
  }
  // Overture writes the state as 'US-TX'.
  const [, before, code] = /^([A-Z]{2})-([A-Z\d]{1,3})$/.exec(address.state ?? '') ?? []
  if (code) address.state = code
  const country = /^[a-z]{2}$/i.exec(String(raw.country))?.[0] ?? before
  if (country) address.country = country.toUpperCase()
  return address
}

/**
 * Makes an id for a place whose source has none. The position is rounded to about ten meters, so that a small
 * difference rarely makes another id.
 */
function contentId(source: string, name: string, at: { latitude: number; longitude: number }) {
  const content = [source, foldText(name), at.latitude.toFixed(4), at.longitude.toFixed(4)]
  return `place:${createHash('sha256').update(content.join('\0')).digest('base64url').slice(0, 22)}`
}

/** Countries where the house number comes before the street. */
const numberFirst = new Set(
  'AU BD BZ CA EG FR GB GH GI HK IE IL IN JM JP KE KR LK LU MA MC MT MU MY NG NZ PH PK SG TH TN TT TW UG US ZA ZW'.split(
    ' ',
  ),
)
/** Countries where an address ends with city, state and postcode, in this order. */
const stateLast = new Set(['US', 'CA', 'AU'])

/**
 * Returns the address in one line as people in the country write it, or null if it has no street: a town or a postcode
 * alone is no address.
 */
export function formatAddress(parts: AddressParts, country: string): string | null {
  if (parts.full) return parts.full
  if (!parts.street) return null
  const where = parts.country ?? country
  const isNumberFirst = numberFirst.has(where)
  const street = isNumberFirst
    ? [parts.houseNumber, parts.street]
    : [parts.street, parts.houseNumber]
  const { city, state, postcode } = parts
  const joined = (words: (string | undefined)[]) => words.filter(Boolean).join(' ')
  const town = stateLast.has(where)
    ? [city, joined([state, postcode])]
    : [joined(isNumberFirst ? [city, postcode] : [postcode, city])]
  return firstCharacters([joined(street), ...town].filter(Boolean).join(', '), 300)
}
