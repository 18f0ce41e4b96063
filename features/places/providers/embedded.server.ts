import { restaurantsSeen } from '#domain/merged.ts'
import type { Services } from '#platform/server/services.ts'
import { milesBetween, type Point } from '#domain/miles.ts'
import type { CityPlace } from '../contract.ts'
import { type City, type Gazetteer, gazetteer } from '../gazetteer/gazetteer.server.ts'
import { type Asking, type PlaceProvider, suggestions } from './provider.server.ts'
import { findRestaurants } from '../restaurant-search.server.ts'

/** In miles; at sea and in deserts a point lies in no city. */
const farthest = 200

export type Own = Pick<Services, 'database' | 'listing' | 'settings'>

/** Cities from GeoNames, restaurants from our own table: needs no key and no network. */
export function embeddedPlaces({ database, listing, settings }: Own) {
  const cities = () => gazetteer(settings.stateDir)

  async function restaurant(placeId: string, viewerId: number | null) {
    const row = await restaurantsSeen(database, viewerId)
      .select(['r.id', 'r.place_id', 'r.name', 'r.address', 'r.latitude', 'r.longitude'])
      .select(['r.website', 'r.phone', 'r.opening_hours', 'r.city_label', 'r.city_slug'])
      .select(['r.time_zone', 'r.source', 'r.licence', 'r.name_en', 'r.town'])
      .where('asked.place_id', '=', placeId)
      .executeTakeFirst()
    if (!row) return null
    return {
      id: row.place_id,
      name: row.name,
      address: row.address,
      latitude: row.latitude,
      longitude: row.longitude,
      response: {
        restaurantId: row.id,
        website: row.website,
        phone: row.phone,
        openingHours: row.opening_hours,
        cityName: row.city_label,
        citySlug: row.city_slug,
        timeZone: row.time_zone,
        source: row.source,
        licence: row.licence,
        nameEn: row.name_en,
        town: row.town,
      },
    }
  }

  return {
    suggestCities: async (q: string, near: Point | undefined) =>
      (await cities()).suggestCities(q, near, suggestions).map(placeOf),
    suggestRestaurants: async (q: string, near: Point) =>
      findRestaurants(listing, await cities(), q, near, suggestions),
    async details(id: string, { by }: Pick<Asking, 'by'>) {
      const found = cityOf(await cities(), id)
      if (!found) return restaurant(id, by.member)
      const { id: _, name, address, latitude, longitude, ...response } = placeOf(found)
      const { population } = found
      return { id, name, address, latitude, longitude, response: { ...response, population } }
    },
    async nearestCity(point: Point) {
      const city = (await cities()).nearestCity(point.latitude, point.longitude)
      return milesBetween(point, city) <= farthest ? placeOf(city) : null
    },
  } satisfies PlaceProvider
}

/** A city that GeoNames has no id for goes by its slug. */
export const placeOf = ({
  id,
  name,
  area,
  latitude,
  longitude,
  slug,
  timeZone,
}: City): CityPlace => ({
  id: id > 0 ? `geonames:${id}` : `city:${slug}`,
  name,
  address: area || name,
  latitude,
  longitude,
  slug,
  timeZone,
})

function cityOf(cities: Gazetteer, id: string) {
  const number = /^geonames:(\d{1,9})$/.exec(id)?.[1]
  return number
    ? cities.cityById(Number(number))
    : cities.cityBySlug(/^city:(.+)$/.exec(id)?.[1] ?? '')
}

/** The city of a readable address, which is the gazetteer's whichever provider suggests. */
export async function cityNamed(settings: Services['settings'], slug: string) {
  const city = (await gazetteer(settings.stateDir)).cityBySlug(slug)
  return city ? placeOf(city) : null
}
