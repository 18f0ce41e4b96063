import { noInput, type Samples } from '#platform/testing/access.ts'
import { sampleSubscription } from './push/subscription.testing.ts'
import type { calls } from './server.ts'

export const samples: Samples<typeof calls> = {
  'GET /follow/unread': noInput,
  'POST /follow/update-last-read': noInput,
  'GET /notifications': noInput,
  'POST /notifications/read': noInput,
  'GET /notification-settings': noInput,
  'PUT /notification-settings': { input: () => ({ nearby: true, upvoted: true, followed: true }) },
  'GET /push-key': noInput,
  'GET /user/push-subscriptions': noInput,
  'POST /user/push-subscriptions': { input: sampleSubscription },
  'DELETE /user/push-subscriptions/:id': {
    input: () => ({ id: 999_999_999 }),
    status: { all: 404 },
  },
}
