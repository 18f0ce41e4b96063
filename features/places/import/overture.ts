import { isEatingCategory, kindsInCategories } from './eatery.ts'
import { cleanPlace, type PlaceOrClosed, type ReadOptions } from './place.ts'
import { cleanText } from './text.ts'

type Row = Record<string, unknown>

/** Returns whether a row is Overture's and not OpenStreetMap's. */
export const isOverture = (row: Row) =>
  'names' in row && ('categories' in row || 'taxonomy' in row || 'basic_category' in row)

/** Reads a row of Overture's Places. Nested values may be JSON, as some programs write them. */
export function readOvertureRow(
  row: Row,
  at: { latitude: unknown; longitude: unknown },
  feature: Row,
  { allAreRestaurants }: ReadOptions,
): PlaceOrClosed {
  const [categories, taxonomy] = [asRecord(row['categories']), asRecord(row['taxonomy'])]
  const kind =
    cleanText(categories['primary'] ?? taxonomy['primary'] ?? row['basic_category']) ?? ''
  const alternates = list(categories['alternate'] ?? taxonomy['alternates'])
  const isEatery =
    allAreRestaurants ||
    isEatingCategory(kind) ||
    list(taxonomy['hierarchy']).includes('food_and_drink')
  if (!isEatery) return null
  const id = cleanText(row['id'] ?? feature['id'], 100)
  if (!id) throw new Error('has no id')
  const placeId = `overture:${id}`
  if (row['operating_status'] === 'permanently_closed') return { closedId: placeId }
  const address = asRecord(list(row['addresses'])[0])
  const names = asRecord(row['names'])
  return cleanPlace({
    placeId,
    names: [names['primary']],
    english: englishName(names['common']),
    at,
    address: {
      street: address['freeform'],
      city: address['locality'],
      state: address['region'],
      postcode: address['postcode'],
      country: address['country'],
    },
    websites: list(row['websites']),
    phones: list(row['phones']),
    cuisines: kindsInCategories([kind, ...alternates.map((other) => cleanText(other))]),
    source: 'Overture Maps',
    licence: 'CDLA-Permissive-2.0',
  })
}

/** Returns the English name from names by language, which Parquet gives as a list of pairs. */
function englishName(names: unknown): unknown {
  const byKey = asRecord(names)['en']
  if (byKey !== undefined) return byKey
  for (const pair of list(names)) {
    if (list(pair)[0] === 'en') return list(pair)[1]
    if (asRecord(pair)['key'] === 'en') return asRecord(pair)['value']
  }
  return undefined
}

export function asRecord(value: unknown): Row {
  const whole = opened(value)
  return typeof whole === 'object' && whole !== null && !Array.isArray(whole) ? (whole as Row) : {}
}

function list(value: unknown): unknown[] {
  const whole = opened(value)
  return Array.isArray(whole) ? whole : []
}

function opened(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value
  try {
    return JSON.parse(value)
  } catch {
    return undefined
  }
}
