import { isEatingCategory } from './eatery.ts'
import {
  BadRow,
  type ClosedPlace,
  dateOf,
  nameOf,
  phone,
  position,
  type Reading,
  type SourcePlace,
  stateOf,
  text,
  website,
} from './source-place.ts'

/** One row of Overture's Places; nested values may come as JSON in a text. Null: nobody eats there. */
export function overturePlace(
  row: Record<string, unknown>,
  at: { latitude: unknown; longitude: unknown },
  outer: Record<string, unknown>,
  { all }: Reading,
): SourcePlace | { closed: ClosedPlace } | null {
  const kind = text(record(row['categories'])['primary'] ?? row['basic_category']) ?? ''
  const above = list(record(row['taxonomy'])['hierarchy'])
  const eatery = all || isEatingCategory(kind) || above.includes('food_and_drink')
  if (!eatery) return null
  const id = text(row['id'] ?? outer['id'], 100)
  if (!id) throw new BadRow('has no id')
  const placeId = `overture:${id}`
  const dated = dateOf(...list(row['sources']).map((one) => record(one)['update_time']))
  const source = 'Overture Maps'
  if (row['operating_status'] === 'permanently_closed')
    return { closed: { placeId, source, dated } }
  const address = record(list(row['addresses'])[0])
  const names = record(row['names'])
  const name = nameOf(names['primary'])
  const english = text(record(names['common'])['en'] ?? listedName(names['common'], 'en'))
  const country = /^[a-z]{2}$/i.exec(String(address['country']))?.[0]
  return {
    placeId,
    name,
    nameEn: english === name ? null : english,
    address: {
      street: text(address['freeform']) ?? undefined,
      city: text(address['locality'], 100) ?? undefined,
      ...stateOf(text(address['region'], 40), country),
      postcode: text(address['postcode'], 20) ?? undefined,
    },
    ...position(at.latitude, at.longitude),
    website: website(...list(row['websites'])),
    phone: phone(...list(row['phones'])),
    openingHours: null,
    cuisine: kind === '' ? null : kind,
    dated,
    source,
    licence: 'CDLA-Permissive-2.0',
  }
}

/** Parquet gives a map as a list of its pairs. */
function listedName(names: unknown, language: string): unknown {
  const pair = list(names).find(
    (one) => list(one)[0] === language || record(one)['key'] === language,
  )
  return Array.isArray(pair) ? pair[1] : record(pair)['value']
}

/** Tells Overture's rows from OpenStreetMap's. */
export const isOverture = (row: Record<string, unknown>) =>
  'names' in row && ('categories' in row || 'taxonomy' in row || 'basic_category' in row)

export function record(value: unknown): Record<string, unknown> {
  const whole = opened(value)
  return typeof whole === 'object' && whole !== null && !Array.isArray(whole)
    ? (whole as Record<string, unknown>)
    : {}
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
