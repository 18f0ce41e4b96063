import { isOsmEatery, osmKinds, wasOsmEatery } from './eatery.ts'
import { cleanPlace, type PlaceOrClosed, type ReadOptions } from './place.ts'

type Row = Record<string, unknown>

/**
 * Reads a GeoJSON feature with OpenStreetMap's tags, as written by osmium, overpass turbo, QGIS or a program that renames
 * keys ('addr:street' or 'addr_street', '@id', 'id' or '_id').
 */
export function readOsmFeature(
  properties: Row,
  at: { latitude: unknown; longitude: unknown },
  feature: Row,
  { allAreRestaurants, source, licence }: ReadOptions,
): PlaceOrClosed {
  const tags = new Map(Object.entries(properties).map(([key, value]) => [plainKey(key), value]))
  const values = (...names: string[]) => names.map((name) => tags.get(name))
  const tag = (...names: string[]) => values(...names).find(Boolean)
  const id = osmId(properties, feature)
  const isEatery = isOsmEatery((key) => tags.get(key))
  if (isClosed(tags) || (!isEatery && wasOsmEatery((key) => tags.get(plainKey(key)))))
    return id ? { closedId: `osm:${id}` } : null
  if (!isEatery && !allAreRestaurants) return null
  return cleanPlace({
    placeId: id ? `osm:${id}` : null,
    names: values('name', 'name_en', 'int_name', 'official_name', 'brand'),
    english: tag('name_en', 'int_name'),
    at,
    address: {
      full: tag('addr_full', 'addr_street_address'),
      houseNumber: tag('addr_housenumber'),
      street: tag('addr_street', 'addr_place'),
      city: tag('addr_city', 'addr_suburb', 'addr_village', 'addr_hamlet'),
      state: tag('addr_state'),
      postcode: tag('addr_postcode'),
      country: tag('addr_country'),
    },
    websites: values('website', 'contact_website', 'url', 'contact_url'),
    phones: values('phone', 'contact_phone', 'contact_mobile', 'mobile'),
    hours: tag('opening_hours'),
    cuisines: [tag('cuisine'), ...osmKinds((key) => tags.get(key))],
    source: source ?? 'OpenStreetMap',
    licence: licence ?? (source ? '' : 'ODbL 1.0'),
  })
}

const plainKey = (key: string) => key.toLowerCase().replace(/^[@_]/, '').replaceAll(/[:.]/g, '_')

/** Returns whether tags say that the place is closed for good, or not built yet. */
function isClosed(tags: Map<string, unknown>): boolean {
  const end = /^\d{4}(?:-\d\d(?:-\d\d)?)?$/.exec(String(tags.get('end_date') ?? ''))?.[0]
  if (end && end < new Date().toISOString().slice(0, end.length)) return true
  return ['disused', 'abandoned', 'construction'].some((key) => tags.get(key) === 'yes')
}

const spelled =
  /^(?:https?:\/\/(?:www\.)?openstreetmap\.org\/)?(node|way|relation)\/([1-9]\d{0,18})$/
const kinds: Record<string, string> = { n: 'node', w: 'way', r: 'relation' }

/**
 * Returns an id such as 'node/1' if the row says that its number is OpenStreetMap's, and undefined for any other number,
 * because a file may simply count its rows. QGIS writes the ids of relations as negative numbers.
 */
function osmId(properties: Row, feature: Row): string | undefined {
  const ids = ['@id', '_id', 'full_id', 'osm_id', 'id'].map((key) => properties[key])
  const texts = [...ids, feature['id']].map(String)
  for (const text of texts) {
    if (spelled.test(text)) return text.replace(spelled, '$1/$2')
    const [, kind, number] = /^([nwra])([1-9]\d{0,18})$/.exec(text) ?? []
    if (kind && number) return kind === 'a' ? areaId(BigInt(number)) : `${kinds[kind]}/${number}`
  }
  const isArea = String((feature['geometry'] as Row | null)?.['type']).endsWith('Polygon')
  const stated = ['@type', '_type', 'osm_type']
    .map((key) => String(properties[key]))
    .find((kind) => /^(?:node|way|relation)$/.test(kind))
  const numbers = stated ? texts : [String(properties['osm_id'])]
  const number = numbers.find((text) => /^-?[1-9]\d{0,18}$/.test(text))
  if (!number) return undefined
  return number.startsWith('-')
    ? `relation/${number.slice(1)}`
    : `${stated ?? (isArea ? 'way' : 'node')}/${number}`
}

/** Osmium's number of an area is twice that of its way, or twice that of its relation plus one. */
const areaId = (area: bigint) => `${area % 2n === 0n ? 'way' : 'relation'}/${area / 2n}`
