import { foldText } from '#domain/fold.ts'
import { Refusal } from '#platform/contract/failure.ts'
import type { Services } from '#platform/server/services.ts'
import { roundPoint } from '#domain/position/miles.ts'
import { hasTypedWords } from '../fold.ts'
import { createEmbeddedProvider } from './embedded.server.ts'
import { createGoogle, isGoogleId } from './google.server.ts'
import { type Asking, maxSuggestions, type PlaceProvider } from './provider.server.ts'

/** Maximum requests to Google per day if PLACES_PER_DAY isn't set, because each request costs money. */
const defaultPerDay = 1000

/**
 * Returns the provider that PLACES_PROVIDER selects. Google is asked only where the embedded places don't know what was
 * typed; if it fails or a budget is spent, these are the answer.
 */
export function createPlaceProvider(services: Services): PlaceProvider {
  const embedded = createEmbeddedProvider(services)
  const { places } = services.settings
  if (places.provider !== 'google') return embedded
  const google = createGoogle(places)
  const { perDay = defaultPerDay } = places

  /** Asks Google, or returns null if it fails or a budget is spent, which the log says. */
  async function ask<T>({ ip }: Asking, request: () => Promise<T>): Promise<T | null> {
    if (perDay === 0) return null
    try {
      await services.limits.spendNamed({
        'place-question': { ip },
        'place-day': { points: perDay },
      })
      return await request()
    } catch (error) {
      const reason = error instanceof Refusal ? 'the budget is spent' : (error as Error).message
      services.log.warn({ reason }, 'Google Places has no answer: embedded places are used')
      return null
    }
  }

  return {
    ...embedded,

    async suggestCities(q, near, asking) {
      const own = await embedded.suggestCities(q, near, asking)
      if (own.length > 0 || foldText(q) === '') return own
      const point = near && roundPoint(near)
      const names = await ask(asking, () => google.cities(q, point, asking.session))
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
      const others = await ask(asking, () =>
        google.restaurants(q, roundPoint(near), asking.session),
      )
      return [...(others ?? []), ...own].slice(0, maxSuggestions)
    },

    details: async (id, asking) =>
      (await embedded.details(id, asking)) ??
      (isGoogleId(id) ? ask(asking, () => google.details(id, asking.session)) : null),
  }
}
