import type { Services } from '#platform/server/services.ts'
import { deviceHandlers } from './devices.server.ts'

export * as calls from './contract.ts'
export { backupRules } from './backup-rules.ts'
export { queues } from './queues.server.ts'

export const handlers = (services: Services) => deviceHandlers(services)
