import Papa from 'papaparse'
import { foldText } from '#domain/fold.ts'
import { cleanText } from '#platform/text/invisible-characters.ts'
import { cleanPlace, type Place } from './place.ts'

type Row = Record<string, unknown>

/** What a row of a file is: a place, one that its source says is closed, or none to eat or drink (null). */
export type Read = Place | { closedId: string } | null

/** Options with which the operator describes a file that doesn't describe itself. */
export type ReadOptions = {
  /** True if every row is a place to eat or drink. */
  allAreRestaurants?: boolean | undefined
  source?: string | undefined
  license?: string | undefined
}

/** Reads a GeoJSON feature, or a row of Overture's without one around it. */
export function readFeature(raw: unknown, options: ReadOptions): Read {
  const row = asRecord(raw)
  const at = center(row['geometry'])
  const properties = asRecord(row['properties'])
  for (const whole of [row, { id: row['id'], ...properties }])
    if (isOverture(whole)) return readOverture(whole, at, options)
  if (row['type'] !== 'Feature') throw new Error('is no GeoJSON feature')
  return readOsm(properties, row['id'], at, options)
}

type At = { latitude: unknown; longitude: unknown }

/** Returns the position of a GeoJSON geometry: the middle of its bounding box. */
function center(geometry: unknown): At {
  const corners = cornersOf(asRecord(geometry)['coordinates'])
  const middle = (axis: 0 | 1) => {
    const values = corners.map((corner) => corner[axis]!)
    return (Math.min(...values) + Math.max(...values)) / 2
  }
  return { longitude: middle(0), latitude: middle(1) }
}

const cornersOf = (coordinates: unknown): number[][] => {
  if (!Array.isArray(coordinates)) return []
  return typeof coordinates[0] === 'number' ? [coordinates] : coordinates.flatMap(cornersOf)
}

const setOf = (words: string) => new Set(words.split(' '))
/** OpenStreetMap's kinds of places to eat or drink, or to buy food or drinks. */
const kinds = Object.entries({
  amenity: setOf(
    'restaurant cafe fast_food bar pub biergarten food_court ice_cream canteen juice_bar',
  ),
  shop: setOf(
    'bakery pastry confectionery chocolate coffee tea deli ice_cream cheese wine food farm brewery',
  ),
  craft: setOf('brewery winery distillery bakery confectionery caterer cider'),
})
/** Keys, or prefixes of keys, for what isn't there any more or not yet: 'disused:amenity=restaurant'. */
const notThere = [
  ...setOf('disused was abandoned closed demolished razed removed construction proposed planned'),
]

/** Tags of OpenStreetMap by name, with '_' for ':', as some programs write them. */
type Tags = Map<string, unknown>
const tagOf = (tags: Tags, ...names: string[]) => names.map((name) => tags.get(name)).find(Boolean)

/** Reads OpenStreetMap's tags, as written by osmium or overpass turbo. */
function readOsm(properties: Row, rowId: unknown, at: At, options: ReadOptions): Read {
  const tags: Tags = new Map(
    Object.entries(properties).map(([key, value]) => [key.replaceAll(':', '_'), value]),
  )
  const kindsAt = (prefix = '') =>
    kinds.flatMap(([key, known]) =>
      String(tags.get(prefix + key))
        .split(';')
        .filter((kind) => known.has(kind)),
    )
  const placeId = osmId(tagOf(tags, '@id', '_id', 'id') ?? rowId, tagOf(tags, '@type', '_type'))
  const isEatery = kindsAt().length > 0 || Boolean(tags.get('cuisine') && !tags.get('amenity'))
  const isClosed =
    String(tags.get('end_date') ?? '9999') < new Date().toISOString() ||
    notThere.some((key) => tags.get(key) === 'yes' || (!isEatery && kindsAt(`${key}_`).length > 0))
  if (isClosed) return placeId ? { closedId: placeId } : null
  if (!isEatery && !options.allAreRestaurants) return null
  return cleanPlace({
    placeId,
    at,
    name: tagOf(tags, 'name', 'name_en', 'brand'),
    english: tagOf(tags, 'name_en', 'int_name'),
    address: tags.get('addr_full'),
    number: tags.get('addr_housenumber'),
    street: tagOf(tags, 'addr_street', 'addr_place'),
    city: tagOf(tags, 'addr_city', 'addr_suburb', 'addr_village'),
    state: tags.get('addr_state'),
    postcode: tags.get('addr_postcode'),
    country: tags.get('addr_country'),
    website: tagOf(tags, 'website', 'contact_website', 'url'),
    phone: tagOf(tags, 'phone', 'contact_phone', 'contact_mobile'),
    hours: tags.get('opening_hours'),
    cuisines: [tags.get('cuisine'), ...kindsAt().filter((kind) => kind !== 'restaurant')],
    source: options.source ?? 'OpenStreetMap',
    license: options.license ?? (options.source ? '' : 'ODbL 1.0'),
  })
}

/**
 * Returns an id such as 'osm:node/1', and undefined for a number whose kind isn't named, because a file may simply count
 * its rows. Osmium's number of an area ('a2') is twice that of its way, or twice that of its relation plus one.
 */
function osmId(given: unknown, givenType: unknown): string | undefined {
  const [, type = givenType, letter, digits] =
    /^(?:(node|way|relation)\/|([nwra]))?(\d{1,15})$/.exec(String(given)) ?? []
  if (!digits) return undefined
  const number = Number(digits)
  if (letter === 'a') return `osm:${number % 2 ? 'relation' : 'way'}/${Math.floor(number / 2)}`
  const types: Record<string, unknown> = { n: 'node', w: 'way', r: 'relation' }
  const named = letter ? types[letter] : type
  return named ? `osm:${named as string}/${digits}` : undefined
}

const isOverture = (row: Row) =>
  'names' in row && ('categories' in row || 'taxonomy' in row || 'basic_category' in row)

/** Overture's categories of places to eat or drink, or to buy food or drinks, matched by their last words. */
const categories =
  /(?:^|_)(?:restaurant|cafe|cafeteria|diner|steakhouse|bistro|brasserie|trattoria|pizzeria|bar|pub|gastropub|brewery|winery|distillery|beer_garden|food_truck|food_stand|food_court|street_vendor|coffee_shop|coffee_roastery|tea_room|bubble_tea|bakery|patisserie|cake_shop|cupcake_shop|donuts|desserts|dessert_shop|ice_cream_shop|frozen_yoghurt_shop|gelato|candy_store|chocolatier|bagel_shop|sandwich_shop|delicatessen|smoothie_juice_bar|buffet|canteen|pizza_delivery_service|food_delivery_service|eat_and_drink|food|creperie|taproom|izakaya|lounge|doner_kebab|poke|food_and_drink)$/
const otherCategories =
  /^(?:airport_lounge|.*(?:nail|oxygen|brow|tanning|hookah|lash|blow_dry)_bar|pet_food)$/
const isFood = (category: unknown): category is string =>
  typeof category === 'string' && categories.test(category) && !otherCategories.test(category)

/** Reads a row of Overture's Places. */
function readOverture(row: Row, at: At, { allAreRestaurants }: ReadOptions): Read {
  const [old, taxonomy] = [asRecord(row['categories']), asRecord(row['taxonomy'])]
  const kind = old['primary'] ?? taxonomy['primary'] ?? row['basic_category']
  const isEatery =
    allAreRestaurants || isFood(kind) || list(taxonomy['hierarchy']).includes('food_and_drink')
  if (!isEatery) return null
  const id = cleanText(row['id'], 100)
  if (!id) throw new Error('has no id')
  const placeId = `overture:${id}`
  if (row['operating_status'] === 'permanently_closed') return { closedId: placeId }
  const address = asRecord(list(row['addresses'])[0])
  const names = asRecord(row['names'])
  return cleanPlace({
    placeId,
    name: names['primary'],
    english: asRecord(names['common'])['en'],
    at,
    street: address['freeform'],
    city: address['locality'],
    state: address['region'],
    postcode: address['postcode'],
    country: address['country'],
    website: list(row['websites'])[0],
    phone: list(row['phones'])[0],
    cuisines: [kind, ...list(old['alternate'] ?? taxonomy['alternates'])]
      .filter(isFood)
      .map((category) => category.replace(/(?:^|_)restaurant$/, '')),
    source: 'Overture Maps',
    license: 'CDLA-Permissive-2.0',
  })
}

const asRecord = (value: unknown): Row =>
  typeof value === 'object' && value && !Array.isArray(value) ? (value as Row) : {}

const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/** Other titles of a CSV's columns, folded. */
const otherTitles: Record<string, string> = {
  title: 'name',
  lat: 'latitude',
  lng: 'longitude',
  lon: 'longitude',
  zip: 'postcode',
  'full address': 'address',
  'english name': 'english',
}

/** Returns a function that reads a row of a CSV. Throws if a required column is missing. */
export function csvReader(header: string, { source, license = '' }: ReadOptions) {
  const { data, meta } = Papa.parse<string[]>(header, { delimitersToGuess: [',', ';', '\t', '|'] })
  const columns = data[0]!.map((title) => otherTitles[foldText(title)] ?? foldText(title))
  const missing = ['name', 'latitude', 'longitude'].filter((name) => !columns.includes(name))
  if (missing.length > 0)
    throw new Error(
      `This CSV has no column ${missing.join(', ')}. Its columns are: ${data[0]!.join(', ').slice(0, 600)}.`,
    )
  const from = cleanText(source) ?? 'CSV'
  const prefix = `csv:${foldText(from).replaceAll(' ', '-').slice(0, 60)}`
  return (line: string): Read => {
    const { delimiter } = meta
    const { data: rows, errors } = Papa.parse<string[]>(line, { delimiter, newline: '\n' })
    if (errors.length > 0) throw new Error('has a quote without an end')
    const row = Object.fromEntries(columns.map((column, index) => [column, rows[0]![index]]))
    const id = cleanText(row['id'], 100)
    return cleanPlace({
      ...row,
      placeId: id ? `${prefix}:${id}` : undefined,
      at: { latitude: row['latitude'], longitude: row['longitude'] },
      cuisines: [row['cuisine']],
      source: from,
      license,
    })
  }
}
