import type { Services } from '#platform/server/services.ts'
import * as items from './contract.ts'
import { restaurantItemHandlers } from './restaurant-items.server.ts'
import * as marked from './reports/admin/contract.ts'
import { reportAdminHandlers } from './reports/admin/server.ts'
import * as reports from './reports/contract.ts'
import { reportHandlers } from './reports/reports.server.ts'
import * as similar from './similar/contract.ts'
import { similarHandlers } from './similar/server.ts'
import { adjustHandlers } from './votes/adjust.server.ts'
import * as votes from './votes/contract.ts'
import { voteHandlers } from './votes/server.ts'

export { checks } from './checks.ts'
export const calls = { ...items, ...votes, ...reports, ...marked, ...similar }
export const handlers = (services: Services) => [
  ...voteHandlers(services),
  ...restaurantItemHandlers(services),
  ...reportHandlers(services),
  ...reportAdminHandlers(services),
  ...adjustHandlers(services),
  ...similarHandlers(services),
]
