import { deleteOldNetworkEvidence } from '#domain/network-evidence.ts'
import type { JobQueue } from '#platform/server/jobs/jobs.ts'
import type { Services } from '#platform/server/services.ts'
import * as suspects from './suspects.contract.ts'
import { suspectHandlers } from './suspects.server.ts'
import { forgetWithdrawnVotes } from './acts.server.ts'
import { weighQueues } from './weigh.server.ts'

export { backupRules } from './backup-rules.ts'
export const calls = { ...suspects }
export const handlers = (services: Services) => suspectHandlers(services)
export const queues = (services: Services): JobQueue[] => [
  ...weighQueues(services),
  { name: 'forget-networks', every: '47 3 * * *', run: () => deleteOldNetworkEvidence(services) },
  {
    name: 'forget-withdrawn-votes',
    every: '49 3 * * *',
    run: () => forgetWithdrawnVotes(services),
  },
]
