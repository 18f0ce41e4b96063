import { pointOf } from '#domain/point.ts'
import { on, type RequestFacts } from '#platform/server/http/handler.ts'
import type { Services } from '#platform/server/services.ts'
import { addMissing } from './add-restaurant.server.ts'
import {
  addRestaurant,
  cityBySlug,
  nearestCity,
  placeNotFound,
  placeProvider,
  showPlace,
  suggestCities,
  suggestRestaurants,
} from './contract.ts'
import { gazetteer } from './gazetteer/gazetteer.server.ts'
import { placeProvider as configuredProvider } from './providers/configured.server.ts'
import { outageOf } from './providers/outage.server.ts'
import { cityNamed } from './providers/embedded.server.ts'
import type { PlaceProvider } from './providers/provider.server.ts'

export * as calls from './contract.ts'
export { checks } from './checks.server.ts'
export { commands } from './commands.ts'
export { keeping } from './keeping.ts'

export const handlers = (services: Services) =>
  placeHandlers(services, configuredProvider(services))

/** The first run builds the gazetteer, before any visitor has to wait for it. */
export const warm = ({ settings, log }: Services): Promise<unknown> =>
  gazetteer(settings.stateDir).catch((error: Error) =>
    log.error({ err: error }, 'the gazetteer could not be read'),
  )

const placeHandlers = (services: Services, provider: PlaceProvider) => {
  const spendBy =
    ({ ip }: RequestFacts) =>
    () =>
      services.limits.spendNamed('place-look-up', { ip })
  return [
    on(suggestCities, ({ input: { q, session, ...at } }) =>
      provider.suggestCities(q, pointOf(at), session),
    ),
    on(cityBySlug, async ({ input }) => found(await cityNamed(services.settings, input.slug))),
    on(nearestCity, async ({ input }) => found(await provider.nearestCity(input))),
    on(suggestRestaurants, ({ input: { q, latitude, longitude, session } }) =>
      provider.suggestRestaurants(q, { latitude, longitude }, session),
    ),
    on(showPlace, async ({ input: { id, session, ...at }, request }) =>
      found(await provider.details(id, { session, near: pointOf(at), spend: spendBy(request) })),
    ),
    on(placeProvider, async () => {
      const { provider } = services.settings.places
      return { provider, outage: await outageOf(services, provider) }
    }),
    on(addRestaurant, ({ input, viewer, request }) =>
      addMissing(services, provider, viewer, input, spendBy(request)),
    ),
  ]
}

function found<T>(place: T | null): T {
  if (place === null) throw placeNotFound()
  return place
}
