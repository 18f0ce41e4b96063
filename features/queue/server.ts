import type { Services } from '#platform/server/services.ts'
import { queueHandlers } from './decide.server.ts'

export * as calls from './contract.ts'
export const handlers = (services: Services) => queueHandlers(services)
