import type { JobQueue } from '#platform/server/jobs/jobs.ts'
import type { Services } from '#platform/server/services.ts'
import { mailQueue } from './send.server.ts'

export const queues = (services: Services): JobQueue[] => [mailQueue(services)]
