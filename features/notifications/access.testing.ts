import { noInput, type Samples } from '#platform/testing/access.ts'
import type { calls } from './server.ts'

export const samples: Samples<typeof calls> = {
  'GET /follow/unread': noInput,
  'POST /follow/update-last-read': noInput,
  'GET /feed': noInput,
  'GET /notifications': noInput,
  'GET /notifications/stream': noInput,
  'POST /notifications/read': noInput,
  'GET /notification-settings': noInput,
  'PUT /notification-settings': { input: () => ({ nearby: true, upvoted: true, followed: true }) },
}
