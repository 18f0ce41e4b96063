import { pointFromInput } from '#domain/position/point.ts'
import type { BackupRules } from '#platform/server/feature.ts'
import { implementCall } from '#platform/server/http/handler.ts'
import type { Services } from '#platform/server/services.ts'
import { addMissingRestaurant } from './add-restaurant.server.ts'
import * as calls from './contract.ts'
import { cityPlaceBySlug } from './cities/cities.server.ts'
import { importCommand } from './import/import.server.ts'
import { createPlaceProvider } from './providers/provider.server.ts'

export { calls }
export const commands = [importCommand]

export const handlers = (services: Services) => {
  const provider = createPlaceProvider(services)
  return [
    implementCall(calls.suggestCities, ({ input: { q, session, ...at }, request: { ip } }) =>
      provider.suggestCities(q, pointFromInput(at), { ip, session }),
    ),
    implementCall(calls.cityBySlug, async ({ input }) =>
      found(await cityPlaceBySlug(services.database, input.slug)),
    ),
    implementCall(calls.nearestCity, async ({ input }) => found(await provider.nearestCity(input))),
    implementCall(calls.suggestRestaurants, ({ input: { q, session, ...at }, request: { ip } }) =>
      provider.suggestRestaurants(q, at, { ip, session }),
    ),
    implementCall(calls.showPlace, async ({ input: { id, session }, viewer, request: { ip } }) =>
      found(await provider.details(id, viewer?.id ?? null, { ip, session })),
    ),
    implementCall(calls.addRestaurant, ({ input, viewer }) =>
      addMissingRestaurant(services, viewer, input),
    ),
  ]
}

function found<T>(place: T | null): T {
  if (place === null) throw calls.placeNotFound()
  return place
}

export const backupRules: BackupRules = {
  leftOut: { cities: 'they are loaded from packages at the start' },
}
