/** What a row of a file says of itself, its keys as written. */
type Row = Record<string, unknown>

const kinds: Record<string, string> = { n: 'node', w: 'way', r: 'relation' }
const isKind = (value: unknown): value is string =>
  typeof value === 'string' && /^(?:node|way|relation)$/.test(value)

/**
 * 'node/1', where the row says that this is OpenStreetMap's number for it; undefined for any other number:
 * a file may simply count its rows. An element of OpenStreetMap itself says so by its type.
 */
export function osmId(properties: Row, row: Row): string | undefined {
  if (isKind(row['type'])) return numbered(row['type'], row['id'])
  const kind = ['@type', '_type', 'osm_type', '@osm_type', 'type'].map((key) => properties[key])
  const stated = kind.find(isKind)
  const ids = ['@id', '_id', 'full_id', 'osm_id', '@osm_id', 'id'].map((key) => properties[key])
  for (const id of [...ids, row['id']]) {
    const found = spelt(id)
    if (found) return found
  }
  if (stated)
    for (const id of [...ids, row['id']]) {
      const found = numbered(stated, id)
      if (found) return found
    }
  const isArea = String((row['geometry'] as Row | null)?.['type']).endsWith('Polygon')
  for (const id of ['@id', 'osm_id', '@osm_id'].map((key) => properties[key])) {
    // As osm2pgsql and QGIS write it: areas of relations below zero.
    const number = /^-(\d{1,19})$/.exec(String(id))?.[1]
    if (number) return `relation/${number}`
    const found = numbered(isArea ? 'way' : 'node', id)
    if (found) return found
  }
  return undefined
}

const numbered = (kind: string, id: unknown) =>
  /^[1-9]\d{0,18}$/.test(String(id)) ? `${kind}/${String(id)}` : undefined

/** 'node/1', its address, or osmium's 'n1' and 'a2': areas are ways by even and relations by odd numbers. */
function spelt(id: unknown) {
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
