import { sql, type Transaction } from 'kysely'
import { isSessionLiveSql } from '#platform/server/auth/sessions.ts'
import { transact } from '#platform/server/database/database.ts'
import type { JobQueue } from '#platform/server/jobs/jobs.ts'
import type { DB } from '#platform/server/database/schema.ts'
import type { Services } from '#platform/server/services.ts'
import { devicesToNotify } from './concerned.server.ts'
import { deliverPush, type Subscription } from './deliver.server.ts'
import { pushMessagesFor } from './messages.server.ts'
import { quietUntil, type QuietHours } from './quiet-hours.ts'

const second = 1_000
/** Minimum milliseconds between a device's pushes, so that a burst of upvotes is sent together. */
const pause = 10 * 60 * second
/** Milliseconds by which a round overlaps with the round before, for transactions that committed late. */
const overlap = 30 * second
/** Maximum milliseconds that a round looks back, even after a longer outage. */
const longest = 24 * 60 * 60 * second

export type DeviceToNotify = QuietSettings & { id: number; toldAt: Date | null }
type QuietSettings = { quietFrom: number | null; quietTo: number | null; timeZone: string | null }

const quietHoursOf = ({ quietFrom, quietTo, timeZone }: QuietSettings): QuietHours | null =>
  quietFrom === null || quietTo === null
    ? null
    : { from: quietFrom, to: quietTo, timeZone: timeZone ?? 'UTC' }

/** Queues a job that sends the device its pushes at the time `at`. */
async function tellAt({ jobs, clock }: Services, tx: Transaction<DB>, id: number, at: Date) {
  const now = clock.now()
  // At least a second from now, because a job that is due now wouldn't count as waiting (`devicesToNotify`).
  const next = new Date(Math.max(at.getTime(), now.getTime() + second))
  await tx.updateTable('push_subscriptions').set({ next_at: next }).where('id', '=', id).execute()
  const startAfter = Math.ceil((at.getTime() - now.getTime()) / second)
  await jobs.send('push', { id }, tx, startAfter > 0 ? { startAfter } : {})
}

/**
 * Looks each minute for what happened since the last round and whom it concerns, and queues one job for each of their
 * devices. Acts write nothing extra for pushes (docs/decisions/0052): they are found in the same rows as notifications.
 */
const roundQueue = (services: Services): JobQueue => ({
  name: 'push-round',
  every: '* * * * *',
  run: () =>
    transact(services.database, async (tx) => {
      const now = services.clock.now()
      const state = await tx
        .selectFrom('push_state')
        .select('looked_until')
        .where('single', '=', true)
        .forUpdate()
        .skipLocked()
        .executeTakeFirst()
      // Either nobody has ever subscribed, or another process is looking.
      if (!state) return
      const { looked_until: before } = state
      const since = new Date(Math.max(before.getTime() - overlap, now.getTime() - longest))
      await tx
        .updateTable('push_state')
        .set({ looked_until: now })
        .where('single', '=', true)
        .execute()
      for (const device of await devicesToNotify(tx, { since, now }))
        await tellAt(services, tx, device.id, nextMoment(device, now))
    }),
})

/** Returns when a device may get its next push: after a pause since the last one, and not in quiet hours. */
function nextMoment(device: DeviceToNotify, now: Date): Date {
  const paused = (device.toldAt?.getTime() ?? 0) + pause
  const earliest = new Date(Math.max(now.getTime(), paused))
  return quietUntil(earliest, quietHoursOf(device)) ?? earliest
}

/**
 * Sends one device the pushes about what happened since its last ones. They are composed only now, so that what was
 * blocked, muted, read or undone meanwhile isn't sent. Retries send only the messages that weren't delivered yet.
 */
const pushQueue = (services: Services): JobQueue<{ id: number }> => ({
  name: 'push',
  retryLimit: 6,
  retryDelay: 30,
  atOnce: true,
  async run({ id }) {
    const { database, clock } = services
    const now = clock.now()
    const device = await liveDevice(services, id)
    if (!device) return
    const quiet = quietUntil(now, quietHoursOf(device))
    if (quiet) return transact(database, (tx) => tellAt(services, tx, id, quiet))
    const set = (changes: { told_until?: Date; told_at?: Date; next_at?: null }) =>
      database.updateTable('push_subscriptions').set(changes).where('id', '=', id).execute()
    await set({ next_at: null })
    const tellings = await pushMessagesFor(database, device.userId, {
      since: device.toldUntil,
      now,
    })
    for (const { message, at } of tellings) {
      const outcome = await deliverPush(services, device, message)
      if (outcome === 'gone') {
        await database.deleteFrom('push_subscriptions').where('id', '=', id).execute()
        return
      }
      if (typeof outcome === 'object') {
        const later = new Date(now.getTime() + outcome.retryAfterSeconds * second)
        return transact(database, (tx) => tellAt(services, tx, id, later))
      }
      // A millisecond more, because times in the database are exact to the microsecond.
      await set({ told_until: new Date(at.getTime() + 1), told_at: now })
    }
    if (tellings.length === 0) await set({ told_until: now })
  },
})

type LiveDevice = QuietSettings & Subscription & { userId: number; toldUntil: Date }

/** Returns the device, unless its session has ended or was idle for too long. */
async function liveDevice({ database, clock }: Services, id: number) {
  const now = clock.now()
  const { rows } = await sql<LiveDevice>`
    select p.endpoint, p.p256dh, p.auth, p.user_id as "userId", p.told_until as "toldUntil",
           u.quiet_from as "quietFrom", u.quiet_to as "quietTo", u.time_zone as "timeZone"
      from push_subscriptions p
      join sessions s on s.token_hash = p.session_hash and ${isSessionLiveSql('s', now)}
      join users u on u.id = p.user_id
     where p.id = ${id}`.execute(database)
  return rows[0]
}

export const queues = (services: Services): JobQueue[] => [
  roundQueue(services),
  pushQueue(services),
]
