import { addedAloneSql } from '#domain/who-speaks.ts'
import { restaurantsByRequestedId } from '#domain/merged.ts'
import { milesBetween } from '#domain/position/miles.ts'
import { pauses } from '#platform/server/pauses.ts'
import type { Services } from '#platform/server/services.ts'
import type { CityPlace, RestaurantPlace } from '../contract.ts'
import { foldText, hasTypedWords } from '../fold.ts'
import { roundPoint } from '../rounded.ts'
import { type City, loadGazetteer, type Gazetteer } from '../gazetteer/gazetteer.server.ts'
import { createGoogleProvider } from './google.server.ts'
import { createPhotonProvider } from './photon.server.ts'
import { QuestionRefusedError } from './ask.server.ts'
import {
  createEmbeddedProvider,
  type EmbeddedServices,
  placeOfGazetteerCity,
} from './embedded.server.ts'
import { createLimitedProviderClient } from './questions.server.ts'
import {
  type ProviderCity,
  type PlaceProvider,
  type ExternalPlaceProvider,
  type ProviderRestaurant,
  maxSuggestions,
} from './provider.server.ts'

/** Maximum distance in miles between two entries with the same name that count as the same restaurant. */
const sameMiles = 0.1
/** Maximum distance in miles between the centers that two sources give for the same city. */
const sameCity = 15

/**
 * Combines an external provider with the embedded places. The provider is asked for suggestions only if no city of the
 * gazetteer is found or no restaurant of our own has all the typed words, except those that only the member who added
 * them speaks for. Its cities are replaced by those of the gazetteer, which have pages and time zones. If it is
 * unavailable, only embedded places are returned.
 */
function remotePlaces(
  services: EmbeddedServices & Pick<Services, 'clock' | 'log' | 'limits'>,
  service: ExternalPlaceProvider,
): PlaceProvider {
  const ask = createLimitedProviderClient(services, service.name)
  const embedded = createEmbeddedProvider(services)
  const cities = () => loadGazetteer(services.settings.stateDir)

  return {
    owns: service.owns,

    async suggestCities(q, near, { by, session }) {
      const own = await embedded.suggestCities(q, near)
      const key = foldText(q)
      if (key === '' || own.length > 0) return own
      const at = near && roundPoint(near)
      const found = await ask.typed(['cities', key, at], by, () => service.cities(q, at, session))
      if (!found) return own
      const listed = await cities()
      const named: CityPlace[] = []
      for (const place of found) {
        if (pauses.isDue()) await pauses.pause()
        const city = cityOf(listed, place)
        if (city) named.push(placeOfGazetteerCity(city))
      }
      return unique(named).slice(0, maxSuggestions)
    },

    async suggestRestaurants(q, near, { by, session }) {
      const own = await embedded.suggestRestaurants(q, near)
      const key = foldText(q)
      // Restaurants found only by a corrected word don't count as an answer.
      const named = own.filter(({ name, address }) =>
        hasTypedWords(foldText(`${name} ${address}`), key),
      )
      if (key === '' || named.some(({ id }) => service.owns(id))) return own
      if (await isAnyVouchedFor(services, named)) return own
      const at = roundPoint(near)
      const found = await ask.typed(['restaurants', key, at], by, () =>
        service.restaurants(q, at, session),
      )
      if (!found) return own
      const fresh = await unknownOf(services, found)
      const others = fresh
        .filter((place) => !own.some((ours) => isSame(ours, place)))
        .toSorted((a, b) => a.miles - b.miles)
        .map(suggestionOf)
      // The provider's restaurants match what was typed, so they come before ours, which match only a corrected
      // spelling of it. Ours that match it, but that one member alone speaks for, keep half of the room.
      const before = named.length > 0 ? maxSuggestions / 2 : maxSuggestions
      return [...others.slice(0, before), ...own, ...others.slice(before)].slice(0, maxSuggestions)
    },

    async details(id, { by, ...asking }) {
      const own = await embedded.details(id, { by })
      if (own || !service.owns(id)) return own
      const decisive = service.findsById ? [] : [asking.near, asking.name]
      const found = await ask.lookUp(['details', id, ...decisive], by, () =>
        service.details(id, asking).catch((error: unknown) => {
          if (error instanceof QuestionRefusedError) return null
          throw error
        }),
      )
      return found ?? null
    },

    async nearestCity(point, by) {
      const own = await embedded.nearestCity(point)
      const { cityAt } = service
      if (!own || !cityAt) return own
      const at = roundPoint(point)
      const found = await ask.typed(['city', at], by, () => cityAt(at))
      const city = found && cityOf(await cities(), found)
      return city ? placeOfGazetteerCity(city) : own
    },
  }
}

/** Returns whether more speaks for one of our own restaurants than the member who added it. */
async function isAnyVouchedFor({ listing }: EmbeddedServices, places: RestaurantPlace[]) {
  const ids = places.flatMap(({ restaurantId }) => restaurantId ?? [])
  if (ids.length === 0) return false
  const found = await listing
    .selectFrom('restaurants as r')
    .select('r.id')
    .where('r.id', 'in', ids)
    .where(({ not }) => not(addedAloneSql('r')))
    .limit(1)
    .execute()
  return found.length > 0
}

/** Returns the gazetteer's city that best matches the name; if there is a point, only one within `sameCity` miles. */
function cityOf(cities: Gazetteer, { text, point }: ProviderCity): City | undefined {
  const named = cities.suggestCities(text, point ?? undefined, maxSuggestions)
  return point ? named.find((place) => milesBetween(place, point) <= sameCity) : named[0]
}

const unique = (cities: CityPlace[]) =>
  [...new Map(cities.toReversed().map((city) => [city.slug, city])).values()].toReversed()

/** Returns the restaurants that aren't in our table, so that one that is hidden here isn't suggested again. */
async function unknownOf({ listing }: EmbeddedServices, found: ProviderRestaurant[]) {
  if (found.length === 0) return []
  const rows = await restaurantsByRequestedId(listing)
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

const isSame = (ours: RestaurantPlace, other: ProviderRestaurant) =>
  foldText(ours.name) === foldText(other.name) &&
  (other.point && ours.latitude !== null && ours.longitude !== null
    ? milesBetween(other.point, { latitude: ours.latitude, longitude: ours.longitude }) <= sameMiles
    : Math.abs(ours.distanceMiles - other.miles) <= sameMiles)

const suggestionOf = ({ id, name, address, point, miles }: ProviderRestaurant) => ({
  id,
  name,
  address,
  latitude: point?.latitude ?? null,
  longitude: point?.longitude ?? null,
  restaurantId: null,
  distanceMiles: miles,
})

/** Returns the configured external provider, or null if only embedded places are used. */
export function createExternalPlaceProvider({
  places,
}: Services['settings']): ExternalPlaceProvider | null {
  if (places.provider === 'google') return createGoogleProvider(places)
  if (places.provider === 'photon') return createPhotonProvider(places)
  return null
}

/** Returns the provider that PLACES_PROVIDER selects. */
export function createPlaceProvider(services: Services): PlaceProvider {
  const service = createExternalPlaceProvider(services.settings)
  return service ? remotePlaces(services, service) : createEmbeddedProvider(services)
}
