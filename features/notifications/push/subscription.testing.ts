import { createECDH, randomBytes } from 'node:crypto'

/** A subscription as a browser makes it, at a push service that nobody calls in these tests. */
export const sampleSubscription = () => ({
  endpoint: `https://fcm.googleapis.com/fcm/send/${randomBytes(12).toString('hex')}`,
  p256dh: createECDH('prime256v1').generateKeys('base64url', 'uncompressed'),
  auth: randomBytes(16).toString('base64url'),
})
