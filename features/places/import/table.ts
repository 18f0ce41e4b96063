import { foldText } from '../fold.ts'
import { cleanPlace, type ReadOptions, type SourcePlace } from './place.ts'
import { cleanText } from './text.ts'

/** The fields of a CSV, and the names of columns that mean them. The first three are required. */
const fields = {
  name: ['name', 'title', 'restaurant', 'business name'],
  latitude: ['latitude', 'lat', 'y'],
  longitude: ['longitude', 'lng', 'lon', 'long', 'x'],
  address: ['address', 'full address', 'formatted address'],
  number: ['number', 'house number', 'addr housenumber'],
  street: ['street', 'addr street'],
  city: ['city', 'town', 'addr city'],
  state: ['state', 'region', 'addr state'],
  postcode: ['postcode', 'postal code', 'zip', 'zip code', 'addr postcode'],
  country: ['country', 'country code', 'addr country'],
  phone: ['phone', 'phone number', 'telephone', 'tel'],
  website: ['website', 'url', 'site'],
  hours: ['opening hours', 'hours'],
  cuisine: ['cuisine', 'cuisines', 'category', 'categories', 'type'],
  english: ['english name', 'name en'],
  id: ['id', 'place id'],
} as const
type Field = keyof typeof fields
const names = Object.keys(fields) as Field[]
export type Columns = Partial<Record<Field, number>>

/** Returns the index of each field's column. Throws if a required one is missing. */
export function columnsOf(header: string[]): Columns {
  const titles = header.map(foldText)
  const columns: Columns = {}
  for (const field of names) {
    const known: readonly string[] = fields[field]
    const at = known.map((name) => titles.indexOf(name)).find((index) => index !== -1)
    if (at !== undefined) columns[field] = at
  }
  const missing = names.slice(0, 3).filter((field) => columns[field] === undefined)
  if (missing.length > 0)
    throw new Error(
      `This CSV has no column ${missing.join(', ')}. Its columns are: ${header.join(', ').slice(0, 600)}.`,
    )
  return columns
}

/** Reads a row of a CSV. All rows count as places to eat or drink. */
export function readTableRow(
  cells: string[],
  columns: Columns,
  { source, licence }: ReadOptions,
): SourcePlace {
  const of = (field: Field) => {
    const at = columns[field]
    return at === undefined ? undefined : cells[at]?.trim() || undefined
  }
  const from = cleanText(source) ?? 'CSV'
  const id = cleanText(of('id'), 100)
  return cleanPlace({
    placeId: id && `csv:${foldText(from).replaceAll(' ', '-').slice(0, 60)}:${id}`,
    names: [of('name')],
    english: of('english'),
    at: { latitude: of('latitude'), longitude: of('longitude') },
    address: {
      full: of('address'),
      houseNumber: of('number'),
      street: of('street'),
      city: of('city'),
      state: of('state'),
      postcode: of('postcode'),
      country: of('country'),
    },
    websites: [of('website')],
    phones: [of('phone')],
    hours: of('hours'),
    cuisines: [of('cuisine')],
    source: from,
    licence: licence ?? '',
  })
}
