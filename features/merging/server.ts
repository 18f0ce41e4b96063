import type { Services } from '#platform/server/services.ts'
import * as items from './items.contract.ts'
import { mergeHandlers } from './items.server.ts'
import * as restaurants from './restaurants.contract.ts'
import { mergeRestaurantHandlers } from './restaurants.server.ts'

export { checks } from './checks.ts'
export { commands } from './commands.ts'
export const calls = { ...items, ...restaurants }
export const handlers = (services: Services) => [
  ...mergeHandlers(services),
  ...mergeRestaurantHandlers(services),
]
