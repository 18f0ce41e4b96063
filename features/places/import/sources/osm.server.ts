import { isOsmEatery, osmKinds, wasOsmEatery } from './eatery.ts'
import {
  cleanPlace,
  type ClosedPlace,
  latestDate,
  type ReadOptions,
  type SourcePlace,
} from './source-place.ts'

type Tags = Record<string, unknown>

/**
 * Reads a node, way or relation of OpenStreetMap as written by Overpass, osmium, overpass turbo, QGIS or a program that
 * renames keys ('addr:street' or 'addr_street', '@id', 'id' or '_id'). Returns null if its tags don't say that it is or
 * was a place to eat or drink and `allAreRestaurants` isn't set, or if it is a former one without an id.
 */
export function parseOsmPlace(
  raw: Tags,
  at: { latitude: unknown; longitude: unknown },
  outer: Tags,
  { allAreRestaurants, source, licence }: ReadOptions,
): SourcePlace | { closed: ClosedPlace } | null {
  const tags = new Map<string, unknown>()
  for (const [key, value] of Object.entries(raw)) tags.set(plainKey(key), value)
  const tag = (...names: string[]) =>
    names
      .map((name) => tags.get(name))
      .find((value) => value !== undefined && value !== null && value !== '')
  const id = parseOsmId(raw, outer)
  const from = source ?? 'OpenStreetMap'
  const dated = latestDate(outer['timestamp'], tag('timestamp', 'osm_timestamp'))
  if (!isOsmEatery((key) => tags.get(key))) {
    if (wasOsmEatery((key) => tags.get(plainKey(key))))
      return id ? { closed: { placeId: `osm:${id}`, source: from, dated } } : null
    if (!allAreRestaurants) return null
  }
  const values = (...names: string[]) => names.map((name) => tags.get(name))
  return cleanPlace({
    placeId: id ? `osm:${id}` : null,
    names: values('name', 'name_en', 'int_name', 'official_name', 'brand'),
    english: tag('name_en', 'int_name'),
    at,
    address: {
      full: tag('addr_full'),
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
    dated,
    source: from,
    licence: licence ?? (source ? '' : 'ODbL 1.0'),
  })
}

const plainKey = (key: string) => key.toLowerCase().replace(/^[@_]/, '').replaceAll(/[:.]/g, '_')

/** Properties of a row, with keys as written in the file. */
type Row = Record<string, unknown>

const kinds: Record<string, string> = { n: 'node', w: 'way', r: 'relation' }
const isKind = (value: unknown): value is string =>
  typeof value === 'string' && /^(?:node|way|relation)$/.test(value)

/**
 * Returns an id such as 'node/1' if the row says that its number is OpenStreetMap's, and undefined for any other
 * number, because a file may simply count its rows. In OpenStreetMap's own files the element's type says so.
 */
export function parseOsmId(properties: Row, row: Row): string | undefined {
  if (isKind(row['type'])) return numbered(row['type'], row['id'])
  const kind = ['@type', '_type', 'osm_type', '@osm_type', 'type'].map((key) => properties[key])
  const stated = kind.find(isKind)
  const ids = ['@id', '_id', 'full_id', 'osm_id', '@osm_id', 'id'].map((key) => properties[key])
  for (const id of [...ids, row['id']]) {
    const found = spelledId(id)
    if (found) return found
  }
  if (stated)
    for (const id of [...ids, row['id']]) {
      const found = numbered(stated, id)
      if (found) return found
    }
  const isArea = String((row['geometry'] as Row | null)?.['type']).endsWith('Polygon')
  for (const id of ['@id', 'osm_id', '@osm_id'].map((key) => properties[key])) {
    // osm2pgsql and QGIS write the ids of relations as negative numbers.
    const number = /^-(\d{1,19})$/.exec(String(id))?.[1]
    if (number) return `relation/${number}`
    const found = numbered(isArea ? 'way' : 'node', id)
    if (found) return found
  }
  return undefined
}

const numbered = (kind: string, id: unknown) =>
  /^[1-9]\d{0,18}$/.test(String(id)) ? `${kind}/${String(id)}` : undefined

/**
 * Reads 'node/1', an address on openstreetmap.org, or osmium's 'n1' and 'a2'. An area's number is twice that of its
 * way, or twice that of its relation plus one.
 */
function spelledId(id: unknown) {
  if (typeof id !== 'string') return undefined
  const [, kind, number] =
    /^(?:(?:https?:\/\/)?(?:www\.)?openstreetmap\.org\/)?(node|way|relation)\/([1-9]\d{0,18})$/.exec(
      id,
    ) ??
    /^([nwra])([1-9]\d{0,18})$/.exec(id) ??
    []
  if (!kind || !number) return undefined
  if (kind !== 'a') return `${kinds[kind] ?? kind}/${number}`
  const area = BigInt(number)
  return area < 2n ? undefined : `${area % 2n === 0n ? 'way' : 'relation'}/${area / 2n}`
}
