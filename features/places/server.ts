import { pointFromInput } from '#domain/position/point.ts'
import type { BackupRules } from '#platform/server/feature.ts'
import { implementCall, type RequestFacts, type Viewer } from '#platform/server/http/handler.ts'
import type { Services } from '#platform/server/services.ts'
import { addMissingRestaurant } from './add-restaurant.server.ts'
import * as calls from './contract.ts'
import { cityPlaceBySlug } from './cities/cities.server.ts'
import { createPlaceProvider } from './providers/with-google.server.ts'

export { calls }
export { commands } from './commands.ts'

export const handlers = (services: Services) => {
  const provider = createPlaceProvider(services)
  return [
    implementCall(calls.suggestCities, ({ input: { q, session, ...at }, ...who }) =>
      provider.suggestCities(q, pointFromInput(at), { ...askedBy(who), session }),
    ),
    implementCall(calls.cityBySlug, async ({ input }) =>
      found(await cityPlaceBySlug(services.database, input.slug)),
    ),
    implementCall(calls.nearestCity, async ({ input }) => found(await provider.nearestCity(input))),
    implementCall(
      calls.suggestRestaurants,
      ({ input: { q, latitude, longitude, session }, ...who }) =>
        provider.suggestRestaurants(q, { latitude, longitude }, { ...askedBy(who), session }),
    ),
    implementCall(calls.showPlace, async ({ input: { id, session }, ...who }) =>
      found(await provider.details(id, { ...askedBy(who), session })),
    ),
    implementCall(calls.addRestaurant, ({ input, viewer }) =>
      addMissingRestaurant(services, viewer, input),
    ),
  ]
}

type Who = { viewer: Viewer | null; request: RequestFacts }
const askedBy = ({ viewer, request: { ip } }: Who) => ({ ip, viewerId: viewer?.id ?? null })

function found<T>(place: T | null): T {
  if (place === null) throw calls.placeNotFound()
  return place
}

export const backupRules: BackupRules = {
  leftOut: { cities: 'they are loaded from packages at the start' },
}
