import { ECDH } from 'node:crypto'
import webPush from 'web-push'
import { refuseWhileImpersonating } from '#domain/impersonating.ts'
import { deviceNameOf } from './device.ts'
import { badInput } from '#platform/contract/failure.ts'
import type { BackupRules } from '#platform/server/feature.ts'
import { implementCall } from '#platform/server/http/handler.ts'
import type { Database, Services } from '#platform/server/services.ts'
import { siteKeys } from '#platform/server/site-keys.ts'
import {
  deviceNotFound,
  listDevices,
  removeDevice,
  showPushKey,
  subscribeDevice,
  unknownPushService,
} from '../contract.ts'
import { isPushEndpoint } from './endpoint.ts'

export const backupRules: BackupRules = {
  leftOut: {
    push_subscriptions: 'they go with sessions, which are in no backup',
  },
}

/** Returns the keys that identify this site to push services (VAPID). */
export const pushKeys = (database: Database) =>
  siteKeys(database, 'push', () => webPush.generateVAPIDKeys())

export const deviceHandlers = ({ database, clock, settings }: Services) => [
  implementCall(showPushKey, async () => {
    const { publicKey } = await pushKeys(database)
    return { publicKey }
  }),

  implementCall(listDevices, async ({ viewer }) => {
    refuseWhileImpersonating(viewer)
    const rows = await database
      .selectFrom('push_subscriptions as p')
      .innerJoin('sessions as s', 's.token_hash', 'p.session_hash')
      .select(['p.id', 'p.created_at', 'p.session_hash', 's.user_agent'])
      .where('p.user_id', '=', viewer.id)
      .orderBy('p.id', 'desc')
      .execute()
    return rows.map((row) => ({
      id: row.id,
      device: deviceNameOf(row.user_agent),
      createdAt: row.created_at.toISOString(),
      current: row.session_hash.equals(viewer.session),
    }))
  }),

  implementCall(subscribeDevice, async ({ input: { endpoint, p256dh, auth }, viewer }) => {
    refuseWhileImpersonating(viewer)
    if (!isPushEndpoint(endpoint, settings.pushHosts)) throw unknownPushService()
    if (!isPublicKey(p256dh)) throw badInput({ fields: { p256dh: 'Not a public key.' } })
    // A session is one browser, so it has only one subscription.
    await database
      .deleteFrom('push_subscriptions')
      .where('session_hash', '=', viewer.session)
      .where('endpoint', '<>', endpoint)
      .execute()
    const device = {
      session_hash: viewer.session,
      user_id: viewer.id,
      p256dh,
      auth,
      created_at: clock.now(),
      pushed_at: clock.now(),
    }
    // If another member was logged in on this browser before, the subscription now belongs to this member.
    return database
      .insertInto('push_subscriptions')
      .values({ endpoint, ...device })
      .onConflict((conflict) => conflict.column('endpoint').doUpdateSet(device))
      .returning('id')
      .executeTakeFirstOrThrow()
  }),

  implementCall(removeDevice, async ({ input: { id }, viewer }) => {
    refuseWhileImpersonating(viewer)
    const removed = await database
      .deleteFrom('push_subscriptions')
      .where('id', '=', id)
      .where('user_id', '=', viewer.id)
      .executeTakeFirst()
    if (removed.numDeletedRows === 0n) throw deviceNotFound()
    return {}
  }),
]

/** Returns whether a text is a point on the curve by which pushes are encrypted. */
function isPublicKey(text: string): boolean {
  try {
    ECDH.convertKey(text, 'prime256v1', 'base64url', 'base64url', 'uncompressed')
    return true
  } catch {
    return false
  }
}
