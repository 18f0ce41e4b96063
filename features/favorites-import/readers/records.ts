import { categories, type CategoryId } from '#domain/vocabulary/categories.ts'
import { foldText } from '#features/places/fold.ts'
import { pointInGoogleLink } from './google-link.ts'
import {
  dishName,
  manyLines,
  numberOf,
  oneLine,
  pointOf,
  savedPlace,
  type SavedPlace,
} from './saved-place.ts'

/** The values of a table's row or of an object, by their folded column names or keys. */
export type FileRecord = ReadonlyMap<string, unknown>

/** The folded column names of all known files (docs/decisions/0057), the most reliable first. */
const columns = {
  restaurant: ['restaurant'],
  name: 'venue name|business name|title|name|place name|place|venue|business|titel|titre|titulo|titolo|tytul|название|标题|標題|タイトル|제목'.split(
    '|',
  ),
  dish: ['dish', 'item', 'beer name', 'menu item'],
  latitude: ['latitude', 'lat', 'venue lat'],
  longitude: ['longitude', 'lng', 'lon', 'long', 'venue lng'],
  both: ['coordinates', 'location geo coordinates', 'lat lng', 'latlng'],
  address: ['address', 'formatted address', 'full address', 'street address', 'street', 'adresse'],
  city: ['city', 'venue city', 'town', 'locality', 'stadt', 'ville'],
  state: ['state', 'venue state', 'region'],
  link: ['url', 'google maps url', 'link', '网址'],
  rating: ['rating', 'rating score', 'five star rating published', 'stars'],
  category: ['category'],
  reason: ['reason', 'description'],
  note: ['note', 'comment', 'review text published'],
} satisfies Record<string, string[]>

/** Columns that no file has but ours: of exported favorites, and of the archive of a member's data. */
const ours = [
  'name,category,restaurant,upvotes,favorites,status,link,attribution',
  'item,category,restaurant,description,shown name,created at',
].map((names) => names.split(','))

const isOurs = (record: FileRecord) => ours.some((names) => names.every((name) => record.has(name)))

const categoryNames = new Map<string, CategoryId>(
  categories.flatMap(({ id, name, label }) => [name, label].map((text) => [foldText(text), id])),
)

const categoryIdOf = (name: string) => categoryNames.get(foldText(name)) ?? null

export const isGoogleLink = (value: unknown): value is string =>
  typeof value === 'string' && /^https?:\/\/(?:www\.|maps\.)?google\.[a-z.]+\//.test(value)

/** Returns whether one of a table's columns has the names of places. */
export const namesPlaces = (header: readonly string[]): boolean =>
  [...columns.restaurant, ...columns.name].some((name) => header.includes(name))

/**
 * Returns the place of a record, or null if the record doesn't name it. Records of our own files and of lists of beers
 * also name a dish. `otherName` is the name if no known column has one.
 */
export function placeOfRecord(record: FileRecord, otherName = ''): SavedPlace | null {
  const value = (field: keyof typeof columns) =>
    columns[field].map((name) => record.get(name)).find((one) => one !== undefined && one !== '')
  const text = (field: keyof typeof columns) => oneLine(value(field))
  const restaurant = text('restaurant')
  const beer = oneLine(record.get('beer name'))
  const dish = dishName(value('dish')) || (restaurant && dishName(value('name')))
  const link = value('link') ?? [...record.values()].find(isGoogleLink)
  const name = restaurant || text('name') || otherName
  return savedPlace(name, {
    ...pointOfRecord(value('latitude'), value('longitude'), value('both'), link),
    address: text('address'),
    city: [text('city'), text('state')].filter(Boolean).join(', '),
    dish,
    categoryId: beer ? 10 : categoryIdOf(dish ? text('category') : ''),
    // Only what was written for our own site is meant for others to read.
    reason: isOurs(record) ? manyLines(value('reason')) : '',
    note: text('note'),
    rating: numberOf(value('rating')) ?? 0,
  })
}

function pointOfRecord(latitude: unknown, longitude: unknown, both: unknown, link: unknown) {
  const known = pointOf(latitude, longitude)
  if (known.latitude !== null) return known
  const [, north, east] = /^\s*(-?\d+\.\d+)\s*[,; ]\s*(-?\d+\.\d+)\s*$/.exec(oneLine(both)) ?? []
  if (north) return pointOf(north, east)
  return typeof link === 'string' ? pointInGoogleLink(link) : known
}
