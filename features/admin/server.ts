import type { Services } from '#platform/server/services.ts'
import * as audit from './audit/audit.contract.ts'
import { auditHandlers } from './audit/audit.server.ts'
import * as overview from './overview/overview.contract.ts'
import { overviewHandlers } from './overview/overview.server.ts'

export const calls = { ...overview, ...audit }
export const handlers = (services: Services) => [
  ...overviewHandlers(services),
  ...auditHandlers(services),
]
