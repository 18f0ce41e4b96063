import { ECDH } from 'node:crypto'
import {
  lockViewer,
  refuseWhileImpersonating,
} from '#features/accounts/credentials/prove.server.ts'
import { deviceNameOf } from '#features/accounts/sessions/device.ts'
import { updateMember } from '#domain/locks/lock-member.ts'
import { badInput } from '#platform/contract/failure.ts'
import { transact } from '#platform/server/database/database.ts'
import { implementCall, type Viewer } from '#platform/server/http/handler.ts'
import type { Services, Tx } from '#platform/server/services.ts'
import {
  deviceNotFound,
  listDevices,
  removeAllDevices,
  removeDevice,
  showPushKey,
  subscribeDevice,
  unknownPushService,
} from './contract.ts'
import { isPushEndpoint } from './endpoint.ts'
import { pushKeys } from './keys.server.ts'

const maxDevices = 10

export const deviceHandlers = ({ database, clock, settings }: Services) => [
  implementCall(showPushKey, async () => {
    const { publicKey } = await pushKeys(database, clock)
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

  implementCall(subscribeDevice, async ({ input, viewer }) => {
    refuseWhileImpersonating(viewer)
    const { endpoint, p256dh } = input
    if (!isPushEndpoint(endpoint, settings.pushHosts)) throw unknownPushService()
    if (!isPublicKey(p256dh)) throw badInput({ fields: { p256dh: 'Not a public key.' } })
    // Creates the site's keys if there are none, because the job that looks for pushes runs only if they exist.
    await pushKeys(database, clock)
    return transact(database, (tx) => keepDevice(tx, viewer, input, clock.now()))
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

  implementCall(removeAllDevices, async ({ viewer }) => {
    refuseWhileImpersonating(viewer)
    await database.deleteFrom('push_subscriptions').where('user_id', '=', viewer.id).execute()
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

type Given = { endpoint: string; p256dh: string; auth: string; timeZone: string }

/** Stores the subscription of this session. A session is one browser, so it has only one subscription. */
async function keepDevice(
  tx: Tx,
  viewer: Viewer,
  { endpoint, p256dh, auth, timeZone }: Given,
  now: Date,
) {
  await lockViewer(tx, viewer)
  await tx
    .deleteFrom('push_subscriptions')
    .where('session_hash', '=', viewer.session)
    .where('endpoint', '<>', endpoint)
    .execute()
  const device = {
    session_hash: viewer.session,
    user_id: viewer.id,
    p256dh,
    auth,
    created_at: now,
    told_until: now,
    told_at: null,
    told_nearby_at: null,
    next_at: null,
    failing_since: null,
  }
  // If another member was logged in on this browser before, the subscription now belongs to this member.
  const { id } = await tx
    .insertInto('push_subscriptions')
    .values({ endpoint, ...device })
    .onConflict((conflict) => conflict.column('endpoint').doUpdateSet(device))
    .returning('id')
    .executeTakeFirstOrThrow()
  const newest = tx
    .selectFrom('push_subscriptions')
    .select('id')
    .where('user_id', '=', viewer.id)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(maxDevices)
  await tx
    .deleteFrom('push_subscriptions')
    .where('user_id', '=', viewer.id)
    .where('id', 'not in', newest)
    .execute()
  await updateMember(tx, viewer.id, { time_zone: timeZone })
  return { id }
}
