import { contentId } from './content-id.server.ts'
import { isOsmEatery, wasOsmEatery } from './eatery.ts'
import { osmId } from './osm-id.server.ts'
import {
  type AddressParts,
  type ClosedPlace,
  dateOf,
  nameOf,
  phone,
  position,
  type Reading,
  type SourcePlace,
  stateOf,
  text,
  website,
} from './source-place.ts'

type Tags = Record<string, unknown>

/**
 * A node, way or relation of OpenStreetMap, whatever wrote it down: Overpass, osmium, overpass turbo,
 * QGIS or a renamer of keys ('addr:street' or 'addr_street', '@id', 'id' or '_id'). Null: nobody eats there, as far as it says.
 */
export function osmPlace(
  raw: Tags,
  at: { latitude: unknown; longitude: unknown },
  outer: Tags,
  { all, source, licence }: Reading,
): SourcePlace | { closed: ClosedPlace } | null {
  const tags = new Map<string, unknown>()
  for (const [key, value] of Object.entries(raw)) tags.set(spelt(key), value)
  const tag = (...names: string[]) =>
    names
      .map((name) => tags.get(name))
      .find((value) => value !== undefined && value !== null && value !== '')
  const id = osmId(raw, outer)
  const from = source ?? 'OpenStreetMap'
  const dated = dateOf(outer['timestamp'], tag('timestamp', 'osm_timestamp'))
  if (!isOsmEatery((key) => tags.get(key))) {
    if (wasOsmEatery((key) => tags.get(spelt(key))))
      return id ? { closed: { placeId: `osm:${id}`, source: from, dated } } : null
    if (!all) return null
  }
  const country = /^[a-z]{2}$/i.exec(String(tag('addr_country')))?.[0]
  const address: AddressParts = {
    full: text(tag('addr_full')) ?? undefined,
    houseNumber: text(tag('addr_housenumber'), 20) ?? undefined,
    street: text(tag('addr_street', 'addr_place')) ?? undefined,
    city: text(tag('addr_city', 'addr_suburb', 'addr_village', 'addr_hamlet'), 100) ?? undefined,
    ...stateOf(text(tag('addr_state'), 40), country),
    postcode: text(tag('addr_postcode'), 20) ?? undefined,
  }
  const name = nameOf(
    ...['name', 'name_en', 'int_name', 'official_name', 'brand'].map((key) => tags.get(key)),
  )
  const english = text(tag('name_en', 'int_name'))
  const point = position(at.latitude, at.longitude)
  return {
    placeId: id ? `osm:${id}` : contentId({ name, ...point, source: from }),
    name,
    nameEn: english === name ? null : english,
    address,
    ...point,
    website: website(
      ...['website', 'contact_website', 'url', 'contact_url'].map((key) => tags.get(key)),
    ),
    phone: phone(
      ...['phone', 'contact_phone', 'contact_mobile', 'mobile'].map((key) => tags.get(key)),
    ),
    openingHours: text(tag('opening_hours'), 1000),
    cuisine: text(tag('cuisine')),
    dated,
    source: from,
    licence: licence ?? (source ? '' : 'ODbL 1.0'),
  }
}

const spelt = (key: string) => key.toLowerCase().replace(/^[@_]/, '').replaceAll(/[:.]/g, '_')
