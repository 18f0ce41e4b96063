import { z } from 'zod'
import { notWhileImpersonating } from '#features/accounts/credentials/contract.ts'
import { call } from '#platform/contract/call.ts'
import { declareRefusal } from '#platform/contract/failure.ts'
import { id, ignoredCacheBuster, instant, timeZone } from '#platform/contract/shapes.ts'

export const unknownPushService = declareRefusal(
  422,
  'unknown_push_service',
  'We don’t know your browser’s push service, so we can’t send notices to it.',
)
export const deviceNotFound = declareRefusal(
  404,
  'device_not_found',
  'No notices go to this device any more.',
)

export const showPushKey = call('GET /push-key', {
  summary: 'The public key (VAPID) with which a browser subscribes to our pushes',
  access: 'member',
  limit: 'read',
  input: z.object({ v: ignoredCacheBuster }),
  output: z.object({ publicKey: z.string() }),
})

export const listDevices = call('GET /user/push-subscriptions', {
  summary: 'The devices to which the caller’s pushes go, newest first',
  access: 'member',
  limit: 'read',
  input: z.object({ v: ignoredCacheBuster }),
  output: z.array(
    z.object({
      id,
      /** Such as 'Chrome on Android'. */
      device: z.string(),
      createdAt: instant,
      /** Whether this is the device that sent the request. */
      current: z.boolean(),
    }),
  ),
  errors: [notWhileImpersonating],
})

export const subscribeDevice = call('POST /user/push-subscriptions', {
  summary:
    'Send pushes to this device for as long as its session lasts; the tenth device is the last, an older one goes',
  access: 'member',
  limit: 'write',
  input: z.object({
    /** The three texts of the browser's subscription. */
    endpoint: z
      .string()
      .max(1000)
      .regex(/^https?:\/\/[\x21-\x7e]+$/, 'Not an address.'),
    p256dh: z.string().regex(/^[\w-]{87}=?$/, 'Not a public key.'),
    auth: z.string().regex(/^[\w-]{22}(==)?$/, 'Not a secret of 16 bytes.'),
    /** The time zone for the quiet hours and for the time of the weekly mail. */
    timeZone,
  }),
  output: z.object({ id }),
  errors: [unknownPushService, notWhileImpersonating],
})

export const removeDevice = call('DELETE /user/push-subscriptions/:id', {
  summary: 'Send no more pushes to a device of the caller',
  access: 'member',
  limit: 'write',
  input: z.object({ id }),
  errors: [deviceNotFound, notWhileImpersonating],
})

export const removeAllDevices = call('DELETE /user/push-subscriptions', {
  summary: 'Send no more pushes to any device of the caller',
  access: 'member',
  limit: 'write',
  errors: [notWhileImpersonating],
})
