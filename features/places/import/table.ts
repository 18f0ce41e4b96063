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
const required = names.slice(0, 3)
export type Columns = Partial<Record<Field, number>>

/** Parses texts like 'name=Name,latitude=Lat'. Returns a message for the operator if they can't be used. */
export function parseColumnMap(texts: readonly string[]): Record<string, string> | string {
  const map: Record<string, string> = {}
  for (const part of texts.join(',').split(',')) {
    const [field = '', ...column] = part.split('=').map((word) => word.trim())
    if (!(field in fields) || column.join('=') === '')
      return `--map: '${part.trim()}' is no column; give any of ${names.map((name) => `${name}=…`).join(', ')}.`
    map[field] = column.join('=')
  }
  return map
}

/** Returns the index of each field's column. Throws if a required one, or one that `map` names, is missing. */
export function columnsOf(header: string[], map: Record<string, string> = {}): Columns {
  const titles = header.map((title) => title.trim())
  const folded = titles.map(foldText)
  const columns: Columns = {}
  for (const field of names) {
    const given = map[field]
    const at = given
      ? titles.indexOf(given)
      : (fields[field] as readonly string[])
          .map((name) => folded.indexOf(name))
          .find((index) => index !== -1)
    if (given && at === -1)
      throw new Error(`There is no column '${given}'. There are: ${listed(titles)}.`)
    if (at !== undefined) columns[field] = at
  }
  const missing = required.filter((field) => columns[field] === undefined)
  if (missing.length > 0)
    throw new Error(
      `This CSV has no column for ${missing.join(', ')}: name it by --map ${missing[0]}=…. There are: ${listed(titles)}.`,
    )
  return columns
}

const listed = (titles: string[]) => titles.slice(0, 40).join(', ').slice(0, 600)

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
