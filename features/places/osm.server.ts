import {
  type AddressParts,
  BadRow,
  nameOf,
  phone,
  position,
  type SourcePlace,
  text,
  website,
} from './source-place.ts'

type Tags = Record<string, unknown>

const eaten =
  /^(?:restaurant|cafe|fast_food|bar|pub|biergarten|food_court|ice_cream|canteen|bbq|juice_bar)$/
const bought =
  /^(?:bakery|pastry|confectionery|chocolate|coffee|tea|deli|ice_cream|cheese|wine|food|farm|brewery)$/
const elsewhere =
  /^(?:highway|building|landuse|natural|railway|place|boundary|tourism|leisure|office|public_transport|waterway|power|barrier|historic|craft|shop|healthcare|man_made|aeroway)$/
const kinds: Record<string, string> = { n: 'node', w: 'way', r: 'relation' }

/**
 * A node, way or relation of OpenStreetMap, whatever wrote it down: Overpass, osmium, overpass turbo,
 * QGIS or a renamer of keys ('addr:street' or 'addr_street', '@id', 'id' or '_id'). Null: nobody eats there.
 */
export function osmPlace(
  raw: Tags,
  at: { latitude: unknown; longitude: unknown },
  outer: Tags,
): SourcePlace | null {
  const tags = new Map<string, unknown>()
  for (const [key, value] of Object.entries(raw)) tags.set(spelt(key), value)
  const tag = (...names: string[]) =>
    names
      .map((name) => tags.get(name))
      .find((value) => value !== undefined && value !== null && value !== '')
  if (!isEatery(tags)) return null
  const address: AddressParts = {
    full: text(tag('addr_full')) ?? undefined,
    houseNumber: text(tag('addr_housenumber'), 20) ?? undefined,
    street: text(tag('addr_street', 'addr_place')) ?? undefined,
    city: text(tag('addr_city', 'addr_suburb', 'addr_village', 'addr_hamlet'), 100) ?? undefined,
    state: text(tag('addr_state'), 40) ?? undefined,
    postcode: text(tag('addr_postcode'), 20) ?? undefined,
    country: /^[a-z]{2}$/i.exec(String(tag('addr_country')))?.[0],
  }
  return {
    placeId: `osm:${osmId(tags, outer)}`,
    name: nameOf(
      ...['name', 'name_en', 'int_name', 'official_name', 'brand'].map((key) => tags.get(key)),
    ),
    address,
    ...position(at.latitude, at.longitude),
    website: website(
      ...['website', 'contact_website', 'url', 'contact_url'].map((key) => tags.get(key)),
    ),
    phone: phone(
      ...['phone', 'contact_phone', 'contact_mobile', 'mobile'].map((key) => tags.get(key)),
    ),
    openingHours: text(tag('opening_hours'), 1000),
    cuisine: text(tag('cuisine')),
    source: 'OpenStreetMap',
    licence: 'ODbL 1.0',
  }
}

const spelt = (key: string) => key.toLowerCase().replace(/^[@_]/, '').replaceAll(/[:.]/g, '_')

/** A file of eating places alone may have dropped what they are. */
function isEatery(tags: Map<string, unknown>) {
  const amenity = tags.get('amenity')
  const shop = tags.get('shop')
  const any = (pattern: RegExp, value: unknown) =>
    String(value)
      .split(';')
      .some((one) => pattern.test(one.trim()))
  if (amenity !== undefined && amenity !== null) return any(eaten, amenity) || any(bought, shop)
  if (tags.has('cuisine') || any(bought, shop)) return true
  const stillSaid = [...tags.keys()].some((key) => elsewhere.test(key))
  return !stillSaid || tags.has('category')
}

/** 'node/1' from `type` and `id`, from '@id': 'node/1', from 'n1', from osm_id. */
function osmId(tags: Map<string, unknown>, outer: Tags): string {
  const isType = (value: unknown): value is string =>
    typeof value === 'string' && /^(?:node|way|relation)$/.test(value)
  const [type = 'node'] = [outer['type'], tags.get('type'), tags.get('osm_type')].filter(isType)
  const inside = ['osm_id', 'full_id', 'id'].map((key) => tags.get(key))
  for (const id of isType(outer['type']) ? [outer['id']] : [...inside, outer['id']]) {
    const [, kind, number] = /^(?:(node|way|relation|[nwr])\/?)?(\d{1,19})$/.exec(String(id)) ?? []
    if (number) return `${kind ? (kinds[kind] ?? kind) : type}/${number}`
  }
  throw new BadRow('has no id')
}
