import type { Services } from '#platform/server/services.ts'
import * as audit from './audit/audit.contract.ts'
import { auditHandlers } from './audit/audit.server.ts'
import * as deletion from './deletion.contract.ts'
import { deletionHandlers } from './deletion.server.ts'
import * as dishes from './dishes.contract.ts'
import { dishHandlers } from './dishes.server.ts'
import * as members from './members/members.contract.ts'
import { searchHandlers } from './members/search.server.ts'
import { storyHandlers } from './members/story.server.ts'
import * as overview from './overview/overview.contract.ts'
import { overviewHandlers } from './overview/overview.server.ts'
import * as people from './people.contract.ts'
import { peopleHandlers } from './people.server.ts'
import * as queue from './queue/contract.ts'
import { queueHandlers } from './queue/decide.server.ts'

export { commands } from './commands.ts'
export const calls = {
  ...people,
  ...dishes,
  ...deletion,
  ...queue,
  ...overview,
  ...members,
  ...audit,
}
export const handlers = (services: Services) => [
  ...peopleHandlers(services),
  ...dishHandlers(services),
  ...deletionHandlers(services),
  ...queueHandlers(services),
  ...overviewHandlers(services),
  ...searchHandlers(services),
  ...storyHandlers(services),
  ...auditHandlers(services),
]
