import { sql } from 'kysely'
import { isSessionLiveSql } from '#platform/server/auth/sessions.ts'
import { transact } from '#platform/server/database/database.ts'
import type { JobQueue } from '#platform/server/jobs/jobs.ts'
import type { Services, Tx } from '#platform/server/services.ts'
import { queueConcernedDevices } from './concerned.server.ts'
import { deliverPush, type Subscription } from './deliver.server.ts'
import { pushMessagesFor } from './messages.server.ts'
import { quietUntil, type QuietHours } from './quiet-hours.ts'

const second = 1_000
const minute = 60 * second
const day = 24 * 60 * minute
/** Minimum milliseconds between a device's pushes, so that a burst of upvotes is sent together. */
const pause = 10 * minute
/** Minimum milliseconds between a device's pushes of what is new near by, where any member may be who saved it. */
const nearbyPause = day
/** Maximum milliseconds that telling a device takes: a few messages, each of which may take ten seconds. */
const longestTry = 2 * minute
/** Maximum milliseconds that a round looks back, even after a longer outage. */
const longestLook = day
/** A device that no push has reached for so many milliseconds is removed. */
const longestFailure = 7 * day
/** Milliseconds after which a round leaves the devices that are still due to the next one. */
const longestRound = 45 * second
/** How many devices a round tells at once, because it mostly waits for other servers. */
const places = 10

/**
 * Looks each minute for what happened since the last round and whom it concerns, and tells the devices that are due.
 * Acts write nothing extra for pushes (docs/decisions/0052): they are found in the same rows as notifications. Each
 * device waits in its own row (`next_at`), so it waits only once, whatever happens and however often it fails.
 */
const roundQueue = (services: Services): JobQueue => ({
  name: 'push-round',
  every: '* * * * *',
  async run() {
    const end = performance.now() + longestRound
    try {
      await transact(services.database, (tx) => look(tx, services.clock.now()))
    } finally {
      await tellDueDevices(services, end)
    }
  },
})

async function look(tx: Tx, now: Date) {
  const state = await tx
    .selectFrom('push_state')
    .select('looked_until')
    .where('single', '=', true)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  // Either nobody has ever subscribed, or another process is looking.
  if (!state) return
  // Looks again at what transactions committed late, or what happened while a device was being told.
  const before = state.looked_until.getTime() - longestTry
  const since = new Date(Math.max(before, now.getTime() - longestLook))
  await tx.updateTable('push_state').set({ looked_until: now }).where('single', '=', true).execute()
  const nearbyBefore = new Date(now.getTime() - nearbyPause)
  await queueConcernedDevices(tx, { since, now, nearbyBefore, pauseSeconds: pause / second })
}

/** Tells the devices that are due, a few at once, and begins with none after the moment `end`. */
async function tellDueDevices(services: Services, end: number) {
  const failures: string[] = []
  const due = (await dueDevices(services)).values()
  const tellSome = async () => {
    for (const id of due) {
      if (performance.now() > end || services.stopping.aborted) return
      const device = await claimDueDevice(services, id)
      // Another process may have claimed it first.
      if (!device) continue
      try {
        await tell(services, device)
      } catch (error) {
        failures.push((error as Error).message)
        // What it failed to tell before may have been read meanwhile, so that it isn't known to have failed since then.
        await noteFailure(services, device, sql<boolean>`told_until > failing_since`)
      }
    }
  }
  await Promise.all(Array.from({ length: places }, tellSome))
  if (failures.length > 0)
    services.log.warn(
      { failed: failures.length, err: failures[0] },
      'pushes failed; they will be tried again',
    )
}

type DueDevice = Subscription & {
  id: number
  userId: number
  toldUntil: Date
  toldNearbyAt: Date | null
  quietFrom: number | null
  quietTo: number | null
  timeZone: string | null
}

/**
 * Returns the ids of the devices that are due and whose sessions are live. Those that were reached the last time go
 * first, so that those that can't be reached hold up nobody.
 */
async function dueDevices({ database, clock }: Services): Promise<number[]> {
  const now = clock.now()
  const { rows } = await sql<{ id: number }>`
    select p.id from push_subscriptions p
      join sessions s on s.token_hash = p.session_hash and ${isSessionLiveSql('s', now)}
     where p.next_at <= ${now}
     order by p.failing_since is not null, p.told_at is null, p.next_at`.execute(database)
  return rows.map(({ id }) => id)
}

/**
 * Returns a device if it is due, and sets when it is due again if telling it fails: after as long as it has failed, if it
 * had something to tell all that time.
 */
async function claimDueDevice({ database, clock }: Services, id: number) {
  const now = clock.now()
  const { rows } = await sql<DueDevice>`
    update push_subscriptions p
       set next_at = ${now}::timestamptz
                     + greatest(${longestTry / second} * interval '1 second',
                                case when p.told_until <= p.failing_since then ${now}::timestamptz - p.failing_since end)
      from users u, sessions s
     where p.id = ${id} and p.next_at <= ${now} and u.id = p.user_id
       and s.token_hash = p.session_hash and ${isSessionLiveSql('s', now)}
    returning p.id, p.endpoint, p.p256dh, p.auth, p.user_id as "userId", p.told_until as "toldUntil",
              p.told_nearby_at as "toldNearbyAt",
              u.quiet_from as "quietFrom", u.quiet_to as "quietTo", u.time_zone as "timeZone"`.execute(
    database,
  )
  return rows[0]
}

/**
 * Sends a device the pushes about what happened since its last ones. They are composed only now, so that what was
 * blocked, muted, read or undone meanwhile isn't sent. Throws if it should be tried again; then only the messages are
 * sent that weren't delivered yet.
 */
async function tell(services: Services, device: DueDevice) {
  const { database, clock } = services
  const now = clock.now()
  const quiet = quietUntil(now, quietHoursOf(device))
  if (quiet) return change(services, device, { next_at: quiet })
  const tellings = await pushMessagesFor(database, device.userId, {
    since: device.toldUntil,
    now,
    mayTellNearby: Number(device.toldNearbyAt) <= now.getTime() - nearbyPause,
  })
  const lastNearby = tellings.findLast(({ isNearby }) => isNearby)
  for (const telling of tellings) {
    const { message, at } = telling
    const outcome = await deliverPush(services, device, message)
    if (outcome === 'gone') return remove(services, device)
    if (typeof outcome === 'object') {
      const later = new Date(now.getTime() + outcome.retryAfterSeconds * second)
      return change(services, device, { next_at: later })
    }
    // A millisecond more, because times in the database are exact to the microsecond.
    const toldUntil = new Date(at.getTime() + 1)
    if (outcome === 'refused') {
      // The others are sent later, because the service may refuse all that comes to this device.
      await change(services, device, { told_until: toldUntil })
      return noteFailure(services, device)
    }
    await change(services, device, {
      told_until: toldUntil,
      told_at: now,
      failing_since: null,
      // Only with the last of them, because a second try leaves out what is new near by after that.
      ...(telling === lastNearby && { told_nearby_at: now }),
    })
  }
  const done = { next_at: null }
  await change(services, device, tellings.length > 0 ? done : { ...done, told_until: now })
}

/** Notes since when no push has reached the device, which is now if `isFirst`, and removes it if that is too long ago. */
async function noteFailure(
  { database, clock }: Services,
  { id }: DueDevice,
  isFirst = sql<boolean>`false`,
) {
  const now = clock.now()
  const since = sql<Date>`case when failing_since is null or ${isFirst} then ${now} else failing_since end`
  await database
    .updateTable('push_subscriptions')
    .set({ failing_since: since })
    .where('id', '=', id)
    .execute()
  await database
    .deleteFrom('push_subscriptions')
    .where('id', '=', id)
    .where('failing_since', '<', new Date(now.getTime() - longestFailure))
    .execute()
}

const quietHoursOf = ({ quietFrom, quietTo, timeZone }: DueDevice): QuietHours | null =>
  quietFrom === null || quietTo === null
    ? null
    : { from: quietFrom, to: quietTo, timeZone: timeZone ?? 'UTC' }

type Change = {
  told_until?: Date
  told_at?: Date
  told_nearby_at?: Date
  next_at?: Date | null
  failing_since?: Date | null
}

const change = async ({ database }: Services, { id }: DueDevice, changes: Change) =>
  void (await database
    .updateTable('push_subscriptions')
    .set(changes)
    .where('id', '=', id)
    .execute())

const remove = async ({ database }: Services, { id }: DueDevice) =>
  void (await database.deleteFrom('push_subscriptions').where('id', '=', id).execute())

export const queues = (services: Services): JobQueue[] => [roundQueue(services)]
