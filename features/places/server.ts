import { pointOf } from '#domain/point.ts'
import { on, type RequestFacts, type Viewer } from '#platform/server/http/handler.ts'
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
import { soundsQueue } from './words/learn-sounds.server.ts'
import { cityNamed } from './providers/embedded.server.ts'
import type { Asker, PlaceProvider } from './providers/provider.server.ts'

export * as calls from './contract.ts'
export { checks } from './checks.server.ts'
export { commands } from './commands.ts'
export { backupRules } from './backup-rules.ts'

export const queues = (services: Services) => [soundsQueue(services)]

export const handlers = (services: Services) =>
  placeHandlers(services, configuredProvider(services))

/** The first run builds the gazetteer, before any visitor has to wait for it. */
export const warm = ({ settings, log }: Services): Promise<unknown> =>
  gazetteer(settings.stateDir).catch((error: Error) =>
    log.error({ err: error }, 'the gazetteer could not be read'),
  )

const placeHandlers = (services: Services, provider: PlaceProvider) => {
  return [
    on(suggestCities, ({ input: { q, session, ...at }, ...who }) =>
      provider.suggestCities(q, pointOf(at), { by: asker(who), session }),
    ),
    on(cityBySlug, async ({ input }) => found(await cityNamed(services.settings, input.slug))),
    on(nearestCity, async ({ input, ...who }) =>
      found(await provider.nearestCity(input, asker(who))),
    ),
    on(suggestRestaurants, ({ input: { q, latitude, longitude, session }, ...who }) =>
      provider.suggestRestaurants(q, { latitude, longitude }, { by: asker(who), session }),
    ),
    on(showPlace, async ({ input: { id, session, ...at }, ...who }) =>
      found(await provider.details(id, { by: asker(who), session, near: pointOf(at) })),
    ),
    on(placeProvider, async () => {
      const { provider } = services.settings.places
      return { provider, outage: await outageOf(services, provider) }
    }),
    on(addRestaurant, ({ input, viewer, request }) =>
      addMissing(services, provider, viewer, input, asker({ viewer, request })),
    ),
  ]
}

type Who = { viewer: Viewer | null; request: RequestFacts }
const asker = ({ viewer, request: { ip } }: Who): Asker => ({ ip, member: viewer?.id ?? null })

function found<T>(place: T | null): T {
  if (place === null) throw placeNotFound()
  return place
}
