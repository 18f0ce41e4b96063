import { restaurantsAsked } from '#domain/merged.ts'
import { milesBetween } from '#domain/miles.ts'
import type { Services } from '#platform/server/services.ts'
import type { CityPlace, RestaurantPlace } from '../contract.ts'
import { fold } from '../fold.ts'
import { rounded } from '../rounded.ts'
import { type City, gazetteer, type Gazetteer } from '../gazetteer/gazetteer.server.ts'
import { googlePlaces } from './google.server.ts'
import { photonPlaces } from './photon.server.ts'
import { NoSuchPlace } from './ask.server.ts'
import { embeddedPlaces, type Own, placeOf } from './embedded.server.ts'
import { questions } from './questions.server.ts'
import {
  type CityElsewhere,
  type PlaceProvider,
  type PlaceService,
  type RestaurantElsewhere,
  suggestions,
} from './provider.server.ts'

/** In miles: two restaurants of one name that are nearer than this are the same. */
const sameMiles = 0.1
/** In miles: how far the centres that two sources give for one city may lie apart. */
const sameCity = 15

/**
 * A service elsewhere beside what is embedded: cities lead to the gazetteer's, which have pages and time zones;
 * restaurants of ours come first. Where the service is away the embedded answer stands alone.
 */
function remotePlaces(
  services: Own & Pick<Services, 'clock' | 'log' | 'limits'>,
  service: PlaceService,
): PlaceProvider {
  const ask = questions(services, service.name)
  const embedded = embeddedPlaces(services)
  const cities = () => gazetteer(services.settings.stateDir)

  return {
    async suggestCities(q, near, { by, session }) {
      const own = await embedded.suggestCities(q, near)
      const key = fold(q)
      if (key === '' || own.length > 0) return own
      const at = near && rounded(near)
      const found = await ask.typed(['cities', key, at], by, () => service.cities(q, at, session))
      if (!found) return own
      const listed = await cities()
      return unique(found.flatMap((place) => cityOf(listed, place) ?? []).map(placeOf)).slice(
        0,
        suggestions,
      )
    },

    async suggestRestaurants(q, near, { by, session }) {
      const own = await embedded.suggestRestaurants(q, near)
      const key = fold(q)
      // Restaurants that were only guessed from a misspelt word don't count as an answer.
      if (key === '' || own.some((place) => isNamedSo(place, key))) return own
      const at = rounded(near)
      const found = await ask.typed(['restaurants', key, at], by, () =>
        service.restaurants(q, at, session),
      )
      if (!found) return own
      const fresh = await unknownOf(services, found)
      const others = fresh
        .filter((place) => !own.some((ours) => isSame(ours, place)))
        .toSorted((a, b) => a.miles - b.miles)
        .map(suggestionOf)
      // What was found by what was typed comes before what may have been meant.
      return [...others, ...own].slice(0, suggestions)
    },

    async details(id, { by, ...asking }) {
      const own = await embedded.details(id, { by })
      if (own || !service.owns(id)) return own
      const found = await ask.lookUp(['details', id, asking.near, asking.name], by, () =>
        service.details(id, asking).catch((error: unknown) => {
          if (error instanceof NoSuchPlace) return null
          throw error
        }),
      )
      return found ?? null
    },

    async nearestCity(point, by) {
      const own = await embedded.nearestCity(point)
      const { cityAt } = service
      if (!own || !cityAt) return own
      const at = rounded(point)
      const found = await ask.typed(['city', at], by, () => cityAt(at))
      const city = found && cityOf(await cities(), found)
      return city ? placeOf(city) : own
    },
  }
}

/** Whether each word typed begins one of its name or address. */
function isNamedSo({ name, address }: RestaurantPlace, key: string): boolean {
  const words = ` ${fold(`${name} ${address}`)}`
  return key.split(' ').every((word) => words.includes(` ${word}`))
}

/** The gazetteer's city of that name at that point, or of that name and region. */
function cityOf(cities: Gazetteer, { text, point }: CityElsewhere): City | undefined {
  const named = cities.suggestCities(text, point ?? undefined, suggestions)
  return point ? named.find((place) => milesBetween(place, point) <= sameCity) : named[0]
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
  const stored = new Set(rows.map((row) => row.place_id))
  return found.filter(({ id }) => !stored.has(id))
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

/** Null where all is embedded. */
export function placeService({ places }: Services['settings']): PlaceService | null {
  if (places.provider === 'google') return googlePlaces(places)
  if (places.provider === 'photon') return photonPlaces(places)
  return null
}

/** What PLACES_PROVIDER says. */
export function placeProvider(services: Services): PlaceProvider {
  const service = placeService(services.settings)
  return service ? remotePlaces(services, service) : embeddedPlaces(services)
}
