import { createECDH, randomBytes } from 'node:crypto'
import { noInput, type Samples } from '#platform/testing/access.ts'
import type { calls } from './server.ts'

/** A subscription as a browser makes it, at a push service that nobody calls in these tests. */
export const sampleSubscription = () => ({
  endpoint: `https://fcm.googleapis.com/fcm/send/${randomBytes(12).toString('hex')}`,
  p256dh: createECDH('prime256v1').generateKeys('base64url', 'uncompressed'),
  auth: randomBytes(16).toString('base64url'),
  timeZone: 'America/Chicago',
})

export const samples: Samples<typeof calls> = {
  'GET /push-key': noInput,
  'GET /user/push-subscriptions': noInput,
  'POST /user/push-subscriptions': { input: sampleSubscription },
  'DELETE /user/push-subscriptions/:id': {
    input: () => ({ id: 999_999_999 }),
    status: { all: 404 },
  },
  'DELETE /user/push-subscriptions': noInput,
}
