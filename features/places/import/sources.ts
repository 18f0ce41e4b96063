import { foldText } from '../fold.ts'
import { cleanPlace, cleanText, type Place } from './place.ts'

type Row = Record<string, unknown>

/** What a row of a file is: a place, one that its source says is closed, or none to eat or drink (null). */
export type Read = Place | { closedId: string } | null

/** Options with which the operator describes a file that doesn't describe itself. */
export type ReadOptions = {
  /** True if every row is a place to eat or drink. */
  allAreRestaurants?: boolean | undefined
  source?: string | undefined
  licence?: string | undefined
}

/** Reads a GeoJSON feature, or a row of Overture's without one around it. */
export function readFeature(row: Row, options: ReadOptions): Read {
  const at = center(row['geometry'])
  if (isOverture(row)) return readOverture(row, at, options)
  if (row['type'] !== 'Feature') throw new Error('is no GeoJSON feature')
  const properties = asRecord(row['properties'])
  const whole = { id: row['id'], ...properties }
  return isOverture(whole)
    ? readOverture(whole, at, options)
    : readOsm(properties, row, at, options)
}

type At = { latitude: unknown; longitude: unknown }

/** Returns the position of a GeoJSON geometry: the middle of its bounding box. */
function center(geometry: unknown): At {
  const corners = cornersOf(asRecord(geometry)['coordinates'])
  const middle = (axis: 0 | 1) => {
    const values = corners.map((corner) => corner[axis]!).toSorted((a, b) => a - b)
    return (values[0]! + values.at(-1)!) / 2
  }
  return { longitude: middle(0), latitude: middle(1) }
}

function cornersOf(coordinates: unknown): number[][] {
  if (!Array.isArray(coordinates)) return []
  return typeof coordinates[0] === 'number' ? [coordinates] : coordinates.flatMap(cornersOf)
}

/** OpenStreetMap's kinds of places to eat or drink, or to buy food or drinks. */
const kinds: Record<string, Set<string>> = {
  amenity: setOf(
    'restaurant cafe fast_food bar pub biergarten food_court ice_cream canteen juice_bar',
  ),
  shop: setOf(
    'bakery pastry confectionery chocolate coffee tea deli ice_cream cheese wine food farm brewery',
  ),
  craft: setOf('brewery winery distillery bakery confectionery caterer cider'),
}
/** Prefixes of keys for something that no longer exists: 'disused:amenity=restaurant'. */
const formerly = ['disused', 'was', 'abandoned', 'closed', 'demolished', 'razed', 'removed']

function setOf(words: string) {
  return new Set(words.split(' '))
}

/** Reads OpenStreetMap's tags, as written by osmium or overpass turbo, perhaps with renamed keys ('addr_street'). */
function readOsm(properties: Row, feature: Row, at: At, options: ReadOptions): Read {
  const tags = new Map(
    Object.entries(properties).map(([key, value]) => [key.replaceAll(':', '_'), value]),
  )
  const tag = (...names: string[]) => names.map((name) => tags.get(name)).find(Boolean)
  const kindsAt = (prefix = '') =>
    Object.entries(kinds).flatMap(([key, known]) =>
      String(tags.get(prefix + key))
        .split(';')
        .filter((kind) => known.has(kind)),
    )
  const id = osmId(properties, feature)
  const isEatery = kindsAt().length > 0 || Boolean(tag('cuisine') && !tag('amenity'))
  const isClosed =
    String(tag('end_date') ?? '9999') < new Date().toISOString() ||
    formerly.some((key) => tag(key) === 'yes' || (!isEatery && kindsAt(`${key}_`).length > 0))
  if (isClosed) return id ? { closedId: id } : null
  if (!isEatery && !options.allAreRestaurants) return null
  return cleanPlace({
    placeId: id,
    name: tag('name', 'name_en', 'brand'),
    english: tag('name_en', 'int_name'),
    at,
    address: {
      full: tag('addr_full'),
      houseNumber: tag('addr_housenumber'),
      street: tag('addr_street', 'addr_place'),
      city: tag('addr_city', 'addr_suburb', 'addr_village'),
      state: tag('addr_state'),
      postcode: tag('addr_postcode'),
      country: tag('addr_country'),
    },
    website: tag('website', 'contact_website', 'url'),
    phone: tag('phone', 'contact_phone', 'contact_mobile'),
    hours: tag('opening_hours'),
    cuisines: [tag('cuisine'), ...kindsAt().filter((kind) => kind !== 'restaurant')],
    source: options.source ?? 'OpenStreetMap',
    licence: options.licence ?? (options.source ? '' : 'ODbL 1.0'),
  })
}

const osmTypes: Record<string, string> = { n: 'node', w: 'way', r: 'relation' }

/**
 * Returns an id such as 'osm:node/1', and undefined for a number whose kind isn't named, because a file may simply count
 * its rows. Osmium's number of an area ('a2') is twice that of its way, or twice that of its relation plus one.
 */
function osmId(properties: Row, feature: Row): string | undefined {
  const id = String(properties['@id'] ?? properties['_id'] ?? properties['id'] ?? feature['id'])
  if (/^(?:node|way|relation)\/\d+$/.test(id)) return `osm:${id}`
  const [, kind, number] = /^([nwra])(\d{1,15})$/.exec(id) ?? []
  if (kind === 'a')
    return `osm:${Number(number) % 2 ? 'relation' : 'way'}/${Math.floor(Number(number) / 2)}`
  const type = kind ? osmTypes[kind] : (properties['@type'] ?? properties['_type'])
  return type && /^\d+$/.test(number ?? id) ? `osm:${type as string}/${number ?? id}` : undefined
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
    address: {
      street: address['freeform'],
      city: address['locality'],
      state: address['region'],
      postcode: address['postcode'],
      country: address['country'],
    },
    website: list(row['websites'])[0],
    phone: list(row['phones'])[0],
    cuisines: [kind, ...list(old['alternate'] ?? taxonomy['alternates'])]
      .filter(isFood)
      .map((category) => category.replace(/(?:^|_)restaurant$/, '')),
    source: 'Overture Maps',
    licence: 'CDLA-Permissive-2.0',
  })
}

export function asRecord(value: unknown): Row {
  const record = opened(value)
  return typeof record === 'object' && record !== null && !Array.isArray(record)
    ? (record as Row)
    : {}
}

function list(value: unknown): unknown[] {
  const values = opened(value)
  return Array.isArray(values) ? values : []
}

/** GDAL and some others write nested values as JSON. */
const opened = (value: unknown): unknown =>
  typeof value === 'string' && /^[[{]/.test(value) ? JSON.parse(value) : value

/** The fields of a CSV, and the names of columns that mean them. The first three are required. */
const fields = {
  name: ['name', 'title', 'restaurant'],
  latitude: ['latitude', 'lat', 'y'],
  longitude: ['longitude', 'lng', 'lon', 'x'],
  full: ['address', 'full address'],
  houseNumber: ['number', 'house number'],
  street: ['street'],
  city: ['city', 'town'],
  state: ['state', 'region'],
  postcode: ['postcode', 'zip'],
  country: ['country', 'country code'],
  phone: ['phone', 'telephone'],
  website: ['website', 'url'],
  hours: ['opening hours', 'hours'],
  cuisine: ['cuisine', 'category', 'type'],
  english: ['english name', 'name en'],
  id: ['id', 'place id'],
} as const
type Field = keyof typeof fields

/** Returns a function that reads a row of a CSV. Throws if a required column is missing. */
export function csvReader(header: string[], { source, licence }: ReadOptions) {
  const titles = header.map(foldText)
  const columns = Object.entries(fields).map(
    ([field, names]) =>
      [field, titles.findIndex((title) => (names as readonly string[]).includes(title))] as const,
  )
  const missing = columns.slice(0, 3).filter(([, index]) => index === -1)
  if (missing.length > 0)
    throw new Error(
      `This CSV has no column ${missing.map(([field]) => field).join(', ')}. Its columns are: ${header.join(', ').slice(0, 600)}.`,
    )
  const from = cleanText(source) ?? 'CSV'
  const prefix = `csv:${foldText(from).replaceAll(' ', '-').slice(0, 60)}`
  return (cells: string[]): Read => {
    const row = Object.fromEntries(
      columns.map(([field, index]) => [field, cells[index]]),
    ) as Partial<Record<Field, string>>
    const { name, latitude, longitude, phone, website, hours, english } = row
    const id = cleanText(row.id, 100)
    return cleanPlace({
      placeId: id ? `${prefix}:${id}` : undefined,
      name,
      english,
      phone,
      website,
      hours,
      at: { latitude, longitude },
      address: row,
      cuisines: [row.cuisine],
      source: from,
      licence: licence ?? '',
    })
  }
}
