import { LRUCache } from 'lru-cache'
import { isAround } from '../gazetteer/best-cities.ts'
import { restaurantsAsked } from '#domain/merged.ts'
import { milesBetween } from '#domain/miles.ts'
import type { Services } from '#platform/server/services.ts'
import type { CityPlace, RestaurantPlace } from '../contract.ts'
import { fold } from '../fold.ts'
import { type City, gazetteer, type Gazetteer } from '../gazetteer/gazetteer.server.ts'
import { NoSuchPlace } from './ask.server.ts'
import { embeddedPlaces, type Own, placeOf } from './embedded.server.ts'
import { guard } from './guard.server.ts'
import { keepOutage } from './outage.server.ts'
import {
  type CityElsewhere,
  type PlaceProvider,
  type PlaceService,
  type RestaurantElsewhere,
  suggestions,
} from './provider.server.ts'

/** Of one name and as near as this they are one. */
const sameMiles = 0.1
/** How far the middles of one city may lie apart. */
const sameCity = 15

/**
 * A service elsewhere beside what is embedded: cities lead to the gazetteer's, which have pages and time zones;
 * restaurants of ours come first. Where the service is away the embedded answer stands alone.
 */
export function placesElsewhere(
  services: Own & Pick<Services, 'database' | 'clock' | 'log'>,
  service: PlaceService,
): PlaceProvider {
  const guarded = guard(service.name, services.log, keepOutage(services, service.name))
  const embedded = embeddedPlaces(services)
  const cities = () => gazetteer(services.settings.stateDir)
  /** Ids and no contents: Google's terms let nothing else be kept. */
  const missed = new LRUCache<string, true>({ max: 5000, ttl: 600_000 })

  return {
    async suggestCities(q, near, session) {
      const own = await embedded.suggestCities(q, near, session)
      if (fold(q) === '') return own
      const found = await guarded.ask(() => service.cities(q, near, session))
      if (!found) return own
      const known = await cities()
      const led = found.flatMap((one) => cityOf(known, one) ?? []).map(placeOf)
      const around = own.filter((one) => near && isAround(one, near))
      return unique([...around, ...led, ...own]).slice(0, suggestions)
    },

    async suggestRestaurants(q, near, session) {
      const own = await embedded.suggestRestaurants(q, near, session)
      // Each question has its price.
      if (fold(q) === '' || own.length === suggestions) return own
      const found = await guarded.ask(() => service.restaurants(q, near, session))
      if (!found) return own
      const fresh = await unknownOf(services, found)
      const others = fresh
        .filter((one) => !own.some((ours) => isSame(ours, one)))
        .toSorted((a, b) => a.miles - b.miles)
        .map(suggestionOf)
      return [...own, ...others].slice(0, suggestions)
    },

    async details(id, asking = {}) {
      const own = await embedded.details(id)
      if (own || !service.owns(id)) return own
      const key = JSON.stringify([id, asking.near, asking.name])
      if (missed.has(key)) return null
      await asking.spend?.()
      const found = await guarded
        .ask(() => service.details(id, asking))
        .catch((error: unknown) => {
          if (error instanceof NoSuchPlace) return null
          throw error
        })
      if (found === null) missed.set(key, true)
      return found ?? null
    },

    async nearestCity(point) {
      const own = await embedded.nearestCity(point)
      if (!own || !service.cityAt) return own
      const found = await guarded.ask(() => service.cityAt!(point))
      const city = found && cityOf(await cities(), found)
      return city ? placeOf(city) : own
    },
  }
}

/** The gazetteer's city of that name at that point, or of that name and region. */
function cityOf(cities: Gazetteer, { text, point }: CityElsewhere): City | undefined {
  const named = cities.suggestCities(text, point ?? undefined, suggestions)
  return point ? named.find((one) => milesBetween(one, point) <= sameCity) : named[0]
}

const unique = (cities: CityPlace[]) =>
  [...new Map(cities.toReversed().map((city) => [city.slug, city])).values()].toReversed()

/** Those of which we have no row, shown or not: what is closed or deleted here isn't offered again. */
async function unknownOf({ listing }: Own, found: RestaurantElsewhere[]) {
  if (found.length === 0) return []
  const rows = await restaurantsAsked(listing)
    .select('asked.place_id')
    .where(
      'asked.place_id',
      'in',
      found.map(({ id }) => id),
    )
    .execute()
  const known = new Set(rows.map((row) => row.place_id))
  return found.filter(({ id }) => !known.has(id))
}

const isSame = (ours: RestaurantPlace, other: RestaurantElsewhere) =>
  fold(ours.name) === fold(other.name) &&
  (other.point && ours.latitude !== null && ours.longitude !== null
    ? milesBetween(other.point, { latitude: ours.latitude, longitude: ours.longitude }) <= sameMiles
    : Math.abs(ours.distanceMiles - other.miles) <= sameMiles)

const suggestionOf = ({ id, name, address, point, miles }: RestaurantElsewhere) => ({
  id,
  name,
  address,
  latitude: point?.latitude ?? null,
  longitude: point?.longitude ?? null,
  restaurantId: null,
  distanceMiles: miles,
})
