import { nothing, type Samples } from '#platform/testing/access.ts'
import type { calls } from './server.ts'

export const samples: Samples<typeof calls> = {
  'GET /follow/unread': nothing,
  'POST /follow/update-last-read': nothing,
  'GET /feed': nothing,
  'GET /notifications': nothing,
  'GET /notifications/stream': nothing,
  'POST /notifications/read': nothing,
  'GET /notification-settings': nothing,
  'PUT /notification-settings': { input: () => ({ nearby: true, upvoted: true, followed: true }) },
}
