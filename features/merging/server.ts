import type { Services } from '#platform/server/services.ts'
import { comparisonHandlers } from './comparison.server.ts'
import * as desk from './desk.contract.ts'
import { findHandlers } from './find.server.ts'
import * as items from './items.contract.ts'
import { mergeHandlers } from './items.server.ts'
import { recentHandlers } from './recent.server.ts'
import * as restaurants from './restaurants.contract.ts'
import { mergeRestaurantHandlers } from './restaurants.server.ts'

export { checks } from './checks.ts'
export { commands } from './commands.ts'
export const calls = { ...items, ...restaurants, ...desk }
export const handlers = (services: Services) => [
  ...mergeHandlers(services),
  ...mergeRestaurantHandlers(services),
  ...findHandlers(services),
  ...comparisonHandlers(services),
  ...recentHandlers(services),
]
