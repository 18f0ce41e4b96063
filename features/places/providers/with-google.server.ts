import { foldText } from '#domain/fold.ts'
import type { Point } from '#domain/position/miles.ts'
import { Refusal } from '#platform/contract/failure.ts'
import type { Services } from '#platform/server/services.ts'
import { roundPoint } from '#domain/position/miles.ts'
import { hasTypedWords } from '../fold.ts'
import { createEmbeddedProvider } from './embedded.server.ts'
import { createGoogle, isGoogleId } from './google.server.ts'
import { type Asking, maxSuggestions } from './provider.server.ts'

/** Maximum requests to Google per day if PLACES_PER_DAY isn't set, because each request costs money. */
const defaultPerDay = 1000

/**
 * The embedded places and, if PLACES_PROVIDER selects it, Google. It is asked only where the embedded places don't know
 * what was typed; if it fails or a budget is spent, these are the answer.
 */
export function createPlaceProvider(services: Services) {
  const embedded = createEmbeddedProvider(services)
  const { places } = services.settings
  const google = places.provider === 'google' ? createGoogle(places) : null
  const points = (places.provider === 'google' ? places.perDay : undefined) ?? defaultPerDay

  /** Asks Google, or returns null if it fails or a budget is spent, which the log says. */
  async function ask<T>(
    { ip }: Asking,
    request: (from: NonNullable<typeof google>) => Promise<T>,
  ): Promise<T | null> {
    if (!google || points === 0) return null
    try {
      await services.limits.spendNamed({ 'place-question': { ip }, 'place-day': { points } })
      return await request(google)
    } catch (error) {
      const reason = error instanceof Refusal ? 'the budget is spent' : (error as Error).message
      services.log.warn({ reason }, 'Google Places has no answer: embedded places are used')
      return null
    }
  }

  return {
    nearestCity: embedded.nearestCity,

    async suggestCities(q: string, near: Point | undefined, asking: Asking) {
      const own = await embedded.suggestCities(q, near)
      if (own.length > 0 || foldText(q) === '') return own
      const point = near && roundPoint(near)
      const names = await ask(asking, (from) => from.cities(q, point, asking.session))
      // Our own cities have pages and time zones.
      const found = await Promise.all(
        (names ?? []).map((name) => embedded.suggestCities(name, near)),
      )
      const first = found.flatMap((cities) => cities.slice(0, 1))
      return [...new Map(first.map((city) => [city.slug, city])).values()].slice(0, maxSuggestions)
    },

    async suggestRestaurants(q: string, near: Point, asking: Asking) {
      const own = await embedded.suggestRestaurants(q, near)
      const key = foldText(q)
      // Restaurants found only by a corrected word don't count as an answer.
      const isKnown = own.some(({ name, address }) =>
        hasTypedWords(foldText(`${name} ${address}`), key),
      )
      if (key === '' || isKnown) return own
      const point = roundPoint(near)
      const others = await ask(asking, (from) => from.restaurants(q, point, asking.session))
      return [...(others ?? []), ...own].slice(0, maxSuggestions)
    },

    details: async (id: string, viewerId: number | null, asking: Asking) =>
      (await embedded.details(id, viewerId)) ??
      (isGoogleId(id) ? ask(asking, (from) => from.details(id, asking.session)) : null),
  }
}
