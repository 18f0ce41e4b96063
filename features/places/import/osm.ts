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
  const tag = (...names: string[]) => values(...names).find((value) => value || value === 0)
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

const kinds: Record<string, string> = { n: 'node', w: 'way', r: 'relation' }

/**
 * Returns an id such as 'node/1' if the row says that its number is OpenStreetMap's, and undefined for any other number,
 * because a file may simply count its rows.
 */
export function osmId(properties: Row, feature: Row): string | undefined {
  const keys = ['@id', '_id', 'full_id', 'osm_id', '@osm_id', 'id']
  const ids = [...keys.map((key) => properties[key]), feature['id']]
  const spelled = ids.map(spelledId).find(Boolean)
  if (spelled) return spelled
  const stated = ['@type', '_type', 'osm_type', '@osm_type', 'type']
    .map((key) => properties[key])
    .find((kind) => /^(?:node|way|relation)$/.test(String(kind)))
  if (stated) return ids.map((id) => numbered(String(stated), id)).find(Boolean)
  const isArea = String((feature['geometry'] as Row | null)?.['type']).endsWith('Polygon')
  for (const id of ['@id', 'osm_id', '@osm_id'].map((key) => properties[key])) {
    // osm2pgsql and QGIS write the ids of relations as negative numbers.
    const relation = /^-(\d{1,19})$/.exec(String(id))?.[1]
    const found = relation ? `relation/${relation}` : numbered(isArea ? 'way' : 'node', id)
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
  const text = typeof id === 'string' ? id : ''
  const [, kind, number] =
    /^(?:(?:https?:\/\/)?(?:www\.)?openstreetmap\.org\/)?(node|way|relation)\/([1-9]\d{0,18})$/.exec(
      text,
    ) ??
    /^([nwra])([1-9]\d{0,18})$/.exec(text) ??
    []
  if (!kind || !number) return undefined
  if (kind !== 'a') return `${kinds[kind] ?? kind}/${number}`
  const area = BigInt(number)
  return area < 2n ? undefined : `${area % 2n === 0n ? 'way' : 'relation'}/${area / 2n}`
}
