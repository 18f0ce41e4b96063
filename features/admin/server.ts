import type { Services } from '#platform/server/services.ts'
import * as deletion from './deletion.contract.ts'
import { deletionHandlers } from './deletion.server.ts'
import * as dishes from './dishes.contract.ts'
import { dishHandlers } from './dishes.server.ts'
import * as people from './people.contract.ts'
import { peopleHandlers } from './people.server.ts'
import * as queue from './queue/contract.ts'
import { queueHandlers } from './queue/decide.server.ts'

export { commands } from './commands.ts'
export const calls = { ...people, ...dishes, ...deletion, ...queue }
export const handlers = (services: Services) => [
  ...peopleHandlers(services),
  ...dishHandlers(services),
  ...deletionHandlers(services),
  ...queueHandlers(services),
]
