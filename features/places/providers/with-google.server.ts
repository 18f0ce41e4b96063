import { Refusal } from '#platform/contract/failure.ts'
import type { Services } from '#platform/server/services.ts'
import type { RestaurantPlace } from '../contract.ts'
import { foldText, hasTypedWords } from '../fold.ts'
import { roundPoint } from '../rounded.ts'
import { createEmbeddedProvider } from './embedded.server.ts'
import { createGoogle, type GoogleRestaurant, isGoogleId } from './google.server.ts'
import { type Asking, maxSuggestions, type PlaceProvider } from './provider.server.ts'

/** Returns the provider that PLACES_PROVIDER selects. */
export function createPlaceProvider(services: Services): PlaceProvider {
  const embedded = createEmbeddedProvider(services)
  const { places } = services.settings
  return places.provider === 'google' ? withGoogle(services, embedded, places) : embedded
}

type GoogleSettings = Extract<Services['settings']['places'], { provider: 'google' }>

/** Maximum requests to Google per day if PLACES_PER_DAY isn't set, because each request costs money. */
const defaultPerDay = 1000

/**
 * Adds Google to the embedded places. It is asked only where these don't know what was typed; if it fails or a budget is
 * spent, the embedded places are the answer.
 */
function withGoogle(
  services: Services,
  embedded: PlaceProvider,
  settings: GoogleSettings,
): PlaceProvider {
  const google = createGoogle(settings)
  const ask = askWithin(services, settings.perDay ?? defaultPerDay)
  return {
    ...embedded,

    async suggestCities(q, near, asking) {
      const own = await embedded.suggestCities(q, near, asking)
      if (own.length > 0 || foldText(q) === '') return own
      const names = await ask(asking, () =>
        google.cities(q, near && roundPoint(near), asking.session),
      )
      // Our own cities have pages and time zones.
      const found = await Promise.all(
        (names ?? []).map((name) => embedded.suggestCities(name, near, asking)),
      )
      const first = found.flatMap((cities) => cities.slice(0, 1))
      return [...new Map(first.map((city) => [city.slug, city])).values()].slice(0, maxSuggestions)
    },

    async suggestRestaurants(q, near, asking) {
      const own = await embedded.suggestRestaurants(q, near, asking)
      const key = foldText(q)
      // Restaurants found only by a corrected word don't count as an answer.
      const isKnown = own.some(({ name, address }) =>
        hasTypedWords(foldText(`${name} ${address}`), key),
      )
      if (key === '' || isKnown) return own
      const found = await ask(asking, () => google.restaurants(q, roundPoint(near), asking.session))
      const others = await unknownOf(services, found ?? [])
      return [...others.map(suggestionOf), ...own].slice(0, maxSuggestions)
    },

    async details(id, asking) {
      const own = await embedded.details(id, asking)
      if (own || !isGoogleId(id)) return own
      return ask(asking, () => google.details(id, asking.session))
    },
  }
}

/** Returns a function that asks Google, or returns null if it fails or a budget is spent, which the log says. */
function askWithin({ limits, log }: Services, perDay: number) {
  return async <T>({ ip }: Asking, request: () => Promise<T>): Promise<T | null> => {
    try {
      if (perDay === 0) return null
      await limits.spendNamed({
        'place-question': { ip },
        'place-day': { points: perDay },
      })
      return await request()
    } catch (error) {
      const reason = error instanceof Refusal ? 'the budget is spent' : (error as Error).message
      log.warn({ reason }, 'Google Places has no answer: embedded places are used')
      return null
    }
  }
}

/** Returns the restaurants that aren't in our table, so that one that is hidden here isn't suggested again. */
async function unknownOf({ database }: Services, found: GoogleRestaurant[]) {
  if (found.length === 0) return []
  const ids = found.map(({ id }) => id)
  const rows = await database
    .selectFrom('restaurants')
    .select('place_id')
    .where('place_id', 'in', ids)
    .execute()
  const stored = new Set(rows.map((row) => row.place_id))
  return found.filter(({ id }) => !stored.has(id)).toSorted((a, b) => a.miles - b.miles)
}

const suggestionOf = ({ id, name, address, miles }: GoogleRestaurant): RestaurantPlace => ({
  id,
  name,
  address,
  latitude: null,
  longitude: null,
  restaurantId: null,
  distanceMiles: miles,
})
