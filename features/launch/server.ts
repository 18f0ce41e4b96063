import type { BackupRules } from '#platform/server/backup-rules.ts'
import type { JobQueue } from '#platform/server/jobs/jobs.ts'
import type { Services } from '#platform/server/services.ts'
import * as invitations from './invitations/contract.ts'
import { invitedMembersQueue } from './invitations/joined.server.ts'
import { invitationHandlers } from './invitations/server.ts'
import * as unmetDemand from './unmet-demand/contract.ts'
import { forgetDemandQueue, unmetDemandHandlers } from './unmet-demand/server.ts'

export const calls = { ...unmetDemand, ...invitations }

export const handlers = (services: Services) => [
  ...unmetDemandHandlers(services),
  ...invitationHandlers(services),
]

export const queues = (services: Services): JobQueue[] => [
  forgetDemandQueue(services),
  invitedMembersQueue(services),
]

export const backupRules: BackupRules = {
  leftOut: {
    empty_lists: 'counts of what was asked for: gone after 30 days, here and everywhere',
    failed_searches: 'texts that people searched for: gone after 30 days, here and everywhere',
  },
}
