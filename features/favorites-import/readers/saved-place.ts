import type { CategoryId } from '#domain/vocabulary/categories.ts'
import { maxTextLength } from '#domain/text-limit.ts'
import { withoutInvisibleCharacters } from '#platform/text/invisible-characters.ts'

/** A place that somebody saved elsewhere, as their file has it. */
export type SavedPlace = {
  name: string
  latitude: number | null
  longitude: number | null
  address: string
  city: string
  /**
   * A dish or drink that the file names, such as a beer. `categoryId` and `reason` are its category and what was written
   * about it on our site.
   */
  dish: string
  categoryId: CategoryId | null
  reason: string
  /** What the member wrote about the place in the file, as a reminder. It is only shown to them. */
  note: string
  /** Out of five. 0 if there is none. */
  rating: number
  /** How often the place is in the files. All check-ins at a place are merged into one. */
  times: number
}

const maxText = 200

/** Returns text on one line, without characters that can't be shown. */
const lineOf = (value: unknown, most: number): string =>
  typeof value === 'string'
    ? value
        .normalize('NFC')
        .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
        .trim()
        .slice(0, most)
        .toWellFormed()
    : ''

/** Returns text on one line that isn't too long to be sent. */
export const oneLine = (value: unknown): string => lineOf(value, maxText)

/** Returns a dish's name, which isn't sent before it has been shown. */
export const dishName = (value: unknown): string => lineOf(value, maxTextLength)

/** Returns text with its line breaks, without characters that can't be shown. */
export const manyLines = (value: unknown): string =>
  typeof value === 'string'
    ? withoutInvisibleCharacters(value.normalize('NFC'))
        .replace(/\r\n?/g, '\n')
        .replace(/(?!\n)\p{Cc}/gu, ' ')
        .trim()
        .toWellFormed()
    : ''

/** Parses a number, whose decimal separator may be a comma. Returns null if the value isn't a number. */
export function numberOf(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (typeof value !== 'string' || !/^\s*[-+]?\d+(?:[.,]\d+)?\s*$/.test(value)) return null
  return Number(value.replace(',', '.'))
}

/** Returns a point, with nulls if it isn't on the Earth or is 0, 0, which means 'unknown' in files. */
export function pointOf(latitude: unknown, longitude: unknown) {
  const [north, east] = [numberOf(latitude), numberOf(longitude)]
  const isPoint = north !== null && east !== null && Math.abs(north) <= 90 && Math.abs(east) <= 180
  return isPoint && (north !== 0 || east !== 0)
    ? { latitude: north, longitude: east }
    : { latitude: null, longitude: null }
}

/** Names that are coordinates or a label instead of a place's name. Homes are never sent to the server. */
const nameless = /^(?:dropped pin|home|work|[-\d.,°'"′″\sNSEW]+)$/i

/** Returns a place, or null if the file doesn't name it. */
export function savedPlace(
  name: unknown,
  { rating, ...more }: Partial<Omit<SavedPlace, 'name'>>,
): SavedPlace | null {
  const known = oneLine(name)
  if (known === '' || nameless.test(known)) return null
  return {
    name: known,
    latitude: null,
    longitude: null,
    address: '',
    city: '',
    dish: '',
    categoryId: null,
    reason: '',
    note: '',
    times: 1,
    ...more,
    rating: Math.min(5, Math.max(0, rating ?? 0)),
  }
}
