import { isEatingCategory, kindsInCategories } from './eatery.ts'
import {
  cleanPlace,
  type ClosedPlace,
  latestDate,
  type ReadOptions,
  type SourcePlace,
  cleanText,
} from './source-place.ts'
import {
  asyncBufferFromFile,
  parquetMetadataAsync,
  parquetReadObjects,
  parquetSchema,
} from 'hyparquet'
import { compressors } from 'hyparquet-compressors'

/**
 * Reads a row of Overture's Places; nested values may be JSON. Returns null if it isn't a place to eat or drink and
 * `allAreRestaurants` isn't set.
 */
export function parseOverturePlace(
  row: Record<string, unknown>,
  at: { latitude: unknown; longitude: unknown },
  outer: Record<string, unknown>,
  { allAreRestaurants }: ReadOptions,
): SourcePlace | { closed: ClosedPlace } | null {
  const kind = cleanText(asRecord(row['categories'])['primary'] ?? row['basic_category']) ?? ''
  const alternates = list(asRecord(row['categories'])['alternate'])
  const above = list(asRecord(row['taxonomy'])['hierarchy'])
  const eatery = allAreRestaurants || isEatingCategory(kind) || above.includes('food_and_drink')
  if (!eatery) return null
  const id = cleanText(row['id'] ?? outer['id'], 100)
  if (!id) throw new Error('has no id')
  const placeId = `overture:${id}`
  const dated = latestDate(...list(row['sources']).map((part) => asRecord(part)['update_time']))
  const source = 'Overture Maps'
  if (row['operating_status'] === 'permanently_closed')
    return { closed: { placeId, source, dated } }
  const address = asRecord(list(row['addresses'])[0])
  const names = asRecord(row['names'])
  return cleanPlace({
    placeId,
    names: [names['primary']],
    english: asRecord(names['common'])['en'] ?? listedName(names['common'], 'en'),
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
    cuisines: kindsInCategories([kind, ...alternates.map((one) => cleanText(one))]),
    dated,
    source,
    licence: 'CDLA-Permissive-2.0',
  })
}

/** Returns the name in a language from a map, which Parquet gives as a list of pairs. */
function listedName(names: unknown, language: string): unknown {
  const pair = list(names).find(
    (part) => list(part)[0] === language || asRecord(part)['key'] === language,
  )
  return Array.isArray(pair) ? pair[1] : asRecord(pair)['value']
}

/** Returns whether a row is Overture's and not OpenStreetMap's. */
export const isOverture = (row: Record<string, unknown>) =>
  'names' in row && ('categories' in row || 'taxonomy' in row || 'basic_category' in row)

export function asRecord(value: unknown): Record<string, unknown> {
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

const wanted = new Set(
  'id geometry bbox names categories taxonomy basic_category operating_status websites phones addresses sources'.split(
    ' ',
  ),
)
/** Maximum number of rows read at once, because a row group of Overture's can contain a hundred thousand. */
const slice = 8192

/** Replaces the library's messages, because those about bytes and codecs don't help an operator. */
const damaged = 'The Parquet file is damaged or breaks off.'
const readable = <T>(reading: Promise<T>): Promise<T> =>
  reading.catch((error: unknown) => {
    throw new Error(damaged, { cause: error })
  })

export async function* parquetRows(path: string, progress: { done: number; total: number }) {
  const file = await asyncBufferFromFile(path)
  const metadata = await readable(parquetMetadataAsync(file))
  const columns = parquetSchema(metadata)
    .children.map(({ element }) => element.name)
    .filter((name) => wanted.has(name))
  if (!columns.includes('names')) throw new Error('This Parquet file has no places in it.')
  const rows = Number(metadata.num_rows)
  progress.total = rows
  for (let rowStart = 0; rowStart < rows; rowStart += slice) {
    const rowEnd = Math.min(rowStart + slice, rows)
    const options = { file, metadata, compressors, columns, rowStart, rowEnd, utf8: false }
    const found: Record<string, unknown>[] = await readable(parquetReadObjects(options))
    progress.done = rowEnd
    for (const [index, value] of found.entries()) yield { line: rowStart + index + 1, value }
  }
}
