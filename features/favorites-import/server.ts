import { implementCall } from '#platform/server/http/handler.ts'
import type { Services } from '#platform/server/services.ts'
import * as calls from './contract.ts'
import { matchPlaces } from './matching/match.server.ts'

export { calls }

export const handlers = (services: Services) => [
  implementCall(calls.matchSavedPlaces, async ({ input, viewer }) => ({
    matches: await matchPlaces(services, viewer, input),
  })),
]
