import { earthRadius } from '../../domain/position/miles.ts'
import { read, type Asked } from './asked.ts'

/** Translates one of our requests into a request to another product. */
type Translation = (asked: Asked) => { path: string; headers: Record<string, string> }

const parseRadius = 6371
const kilometresPerMile = 1.609344

/**
 * Returns a box that contains the circle. Degrees of latitude all have the same length, while those of longitude get
 * shorter toward the poles.
 */
export function boxAround({ point, distanceMiles }: Asked) {
  const latitude = ((distanceMiles + 0.01) / earthRadius) * (180 / Math.PI)
  const longitude = latitude / Math.cos(((Math.abs(point.latitude) + latitude) * Math.PI) / 180)
  return {
    south: point.latitude - latitude,
    north: point.latitude + latitude,
    west: point.longitude - longitude,
    east: point.longitude + longitude,
  }
}

export const parseKey = 'bench'

/** Searches the circle. If `boxed`, also searches a box around it first, so that the index of boxes is used. */
const parse =
  (boxed: boolean): Translation =>
  (asked) => {
    const { category, point, distanceMiles, tags } = asked
    const { south, north, west, east } = boxAround(asked)
    const place = (latitude: number, longitude: number) => ({
      __type: 'GeoPoint',
      latitude,
      longitude,
    })
    const radians = (distanceMiles * kilometresPerMile) / parseRadius
    const circle = { $centerSphere: [place(point.latitude, point.longitude), radians] }
    const box = { $box: [place(south, west), place(north, east)] }
    const where = {
      category,
      ...(tags.length > 0 ? { tags: { $in: tags } } : {}),
      ...(boxed
        ? { $and: [{ place: { $within: box } }, { place: { $geoWithin: circle } }] }
        : { place: { $geoWithin: circle } }),
    }
    const query = new URLSearchParams({
      where: JSON.stringify(where),
      order: '-upvotes,-favourites,-newest,dish',
      limit: '50',
      keys: 'card',
    })
    return {
      path: `/parse/classes/Dish?${query}`,
      headers: { 'X-Parse-Application-Id': parseKey },
    }
  }

/** Searches a box, because Strapi has no circles. The caller leaves out what lies outside the circle. */
const strapi =
  (path: string): Translation =>
  (asked) => {
    const { south, north, west, east } = boxAround(asked)
    const query = new URLSearchParams({
      'filters[category][$eq]': String(asked.category),
      'filters[latitude][$gte]': String(south),
      'filters[latitude][$lte]': String(north),
      'filters[longitude][$gte]': String(west),
      'filters[longitude][$lte]': String(east),
      'pagination[pageSize]': '100',
      'pagination[withCount]': 'false',
    })
    for (const [n, key] of ['upvotes:desc', 'favourites:desc', 'newest:desc', 'dish:asc'].entries())
      query.set(`sort[${n}]`, key)
    for (const [n, key] of ['card', 'latitude', 'longitude'].entries())
      query.set(`fields[${n}]`, key)
    for (const [n, tag] of asked.tags.entries())
      query.set(`filters[$or][${n}][tags][$contains]`, `,${tag},`)
    return { path: `${path}?${query}`, headers: {} }
  }

const ways = {
  'parse, circle': parse(false),
  'parse, box': parse(true),
  'strapi, REST': strapi('/api/dishes'),
  'strapi, query': strapi('/api/dishes-near'),
}
export type Way = keyof typeof ways

export const translated = (way: Way, path: string) => ways[way](read(path))
