import { ServiceUnavailableError } from '#platform/server/service-unavailable.ts'
import { z } from 'zod'
import { milesBetween, type Point } from '#domain/position/miles.ts'
import { formatAddress } from '../import/place-row.server.ts'
import { cleanText } from '../import/sources/source-place.ts'
import { entriesOf, requestProvider } from './ask.server.ts'
import {
  boxAround,
  type PlaceDetails,
  type ExternalPlaceProvider,
  radiusMiles,
} from './provider.server.ts'

const answer = z.object({
  features: entriesOf(
    z.object({
      geometry: z.object({ coordinates: z.tuple([z.number(), z.number()]).rest(z.number()) }),
      properties: z
        .object({
          osm_type: z.enum(['N', 'W', 'R']),
          osm_id: z.int().positive(),
          name: z.string(),
          housenumber: z.string(),
          street: z.string(),
          postcode: z.string(),
          city: z.string(),
          state: z.string(),
          country: z.string(),
          countrycode: z.string(),
        })
        .partial(),
    }),
  ),
})
type Feature = z.output<typeof answer>['features'][number]

const kinds = { N: 'node', W: 'way', R: 'relation' } as const
const amenities = ['restaurant', 'cafe', 'fast_food', 'bar', 'pub', 'biergarten', 'food_court']
const eateries = [...amenities.map((kind) => `amenity:${kind}`), 'amenity:ice_cream', 'shop:bakery']
/** Search radius in kilometers. It is enough because a member can move a pin by at most a mile. */
const searched = 2

/**
 * A self-hosted Photon. Its data is OpenStreetMap's, so it has the same ids as our imports. It can't look up a place by
 * id, so `details` searches around the place's position. `details` doesn't rely on suggestions remembered in memory,
 * because another process may have returned them.
 */
export function createPhotonProvider({ url }: { url: string }): ExternalPlaceProvider {
  async function features(path: string, query: Record<string, string | number | string[]>) {
    const endpoint = new URL(path, url.endsWith('/') ? url : `${url}/`)
    for (const [key, value] of Object.entries(query))
      for (const part of [value].flat()) endpoint.searchParams.append(key, String(part))
    const found = await requestProvider(endpoint, answer)
    // Status 404 here means that the configured address has no such service.
    if (!found) throw new ServiceUnavailableError('malformed')
    return found.features
  }
  async function eateriesNamed(q: string, near: Point) {
    const { west, south, east, north } = boxAround(near)
    const found = await features('api', {
      q,
      lat: near.latitude,
      lon: near.longitude,
      limit: 20,
      osm_tag: eateries,
      // Photon doesn't support boxes across the antimeridian. The results are filtered by distance anyway.
      ...(west < east && { bbox: [west, south, east, north].join(',') }),
    })
    return found.flatMap(restaurantOf)
  }

  return {
    name: 'photon',
    owns: (id) => /^osm:(?:node|way|relation)\/[1-9]\d{0,18}$/.test(id),

    async cities(q, near) {
      const bias = near && { lat: near.latitude, lon: near.longitude }
      const found = await features('api', { q, layer: 'city', limit: 10, ...bias })
      return found.flatMap(cityOf)
    },

    async restaurants(q, near) {
      const found = await eateriesNamed(q, near)
      return found.flatMap(({ id, name, address, latitude, longitude }) => {
        const point = { latitude, longitude }
        const miles = milesBetween(point, near)
        return miles > radiusMiles ? [] : [{ id, name, address, point, miles }]
      })
    },

    async details(id, { name, near }) {
      if (!near) return null
      const { latitude: lat, longitude: lon } = near
      const around = { lat, lon, radius: searched, limit: 50, osm_tag: eateries }
      const isIt = (place: PlaceDetails) => place.id === id
      const found = (await features('reverse', around)).flatMap(restaurantOf).find(isIt)
      if (found || !name) return found ?? null
      return (await eateriesNamed(name, near)).find(isIt) ?? null
    },

    async cityAt({ latitude, longitude }) {
      const found = await features('reverse', { lat: latitude, lon: longitude, layer: 'city' })
      return found.flatMap(cityOf)[0] ?? null
    },
  }
}

const pointOf = ({ geometry }: Feature) => {
  const [longitude, latitude] = geometry.coordinates
  const isOnMap = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180
  return isOnMap ? { latitude, longitude } : null
}

function cityOf(feature: Feature) {
  const { name, state, country } = feature.properties
  const point = pointOf(feature)
  return name && point ? [{ text: [name, state, country].filter(Boolean).join(', '), point }] : []
}

function restaurantOf(feature: Feature): PlaceDetails[] {
  const { osm_type, osm_id, housenumber, street, city, state, postcode, countrycode, ...more } =
    feature.properties
  const [name, point] = [cleanText(more.name), pointOf(feature)]
  if (!name || !point || !osm_type || !osm_id) return []
  const parts = { houseNumber: housenumber, street, city, state, postcode }
  const address = cleanText(formatAddress(parts, countrycode ?? ''), 300)
  if (!address) return []
  const id = `osm:${kinds[osm_type]}/${osm_id}`
  return [{ id, name, address, ...point, response: { pinMayBeKept: true } }]
}
