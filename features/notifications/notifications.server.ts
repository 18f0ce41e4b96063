import { z } from 'zod'
import { winsOf } from '#features/contests/drawing/wins.server.ts'
import { loadCards, markCards } from '#features/items/cards.server.ts'
import type { Viewer } from '#platform/server/http/handler.ts'
import { decodeCursor, encodeCursor } from '#platform/server/cursor.ts'
import type { Database } from '#platform/server/services.ts'
import { unstorable } from '#platform/server/http/text.ts'
import { activitiesFor, type Activity, type Recipient } from './activity.server.ts'
import { actorsOf } from './actors.server.ts'
import { pageSize, type Notification } from './contract.ts'
import { removalsOf } from './removals.server.ts'

type Place = { time: number; key: string }
type Found = Activity & Place

/** The kinds of notifications that name no members, because no single member's act caused them. */
const impersonal: ReadonlySet<Activity['kind']> = new Set(['gone', 'closed', 'won', 'removed'])

const keyOf = ({ kind, itemId, day, contestId }: Activity) =>
  `${kind}:${itemId ?? day ?? contestId}`

/** Notifications are ordered by their newest act, then by key. */
const later = (a: Place, b: Place) =>
  b.time - a.time || Number(a.key < b.key) - Number(a.key > b.key)

/** Gives acts the keys of their notifications. `acts` has one act, the newest, of each. */
export const groupIntoNotifications = (acts: Activity[]): Found[] =>
  acts.map((act) => ({ ...act, key: keyOf(act), time: act.at.getTime() }))

/** Returns a page of notifications with everything that a screen shows of them. */
export async function pageOfNotifications(
  database: Database,
  viewer: Viewer,
  recipient: Recipient,
  {
    cursor,
    now,
    isUnread,
  }: { cursor: string | undefined; now: Date; isUnread(notification: Activity): boolean },
): Promise<{ items: Notification[]; cursor: string | null }> {
  const after = cursor === undefined ? null : placeOf(cursor)
  const notifications = await notificationsAfter(database, recipient, after, now)
  const shown = notifications.slice(0, pageSize)
  const actors = await actorsOf(database, recipient, shown)
  const people = new Map(shown.map(({ key }, index) => [key, actors[index]!]))
  const removed = shown.filter(({ kind }) => kind === 'removed')
  const removals = await removalsOf(
    database,
    viewer.id,
    removed.map(({ itemId }) => itemId!),
  )
  const removalOf = ({ kind, itemId }: Activity) =>
    kind === 'removed' ? (removals.get(itemId!) ?? null) : null
  const items = shown.flatMap(({ kind, itemId }) => (kind === 'removed' ? [] : (itemId ?? [])))
  const cards = await markCards(database, await loadCards(database, items, null, viewer.id), viewer)
  const byId = new Map(cards.map((card) => [card.id, card]))
  const contestIds = shown.flatMap(({ contestId }) => contestId ?? [])
  const wins = await winsOf(database, { userId: viewer.id, contestIds, now })
  const last = shown.at(-1)
  return {
    items: shown
      .filter((one) => one.itemId === null || byId.has(one.itemId) || removalOf(one))
      // The last of them may have taken their act back since.
      .filter(({ kind, key }) => impersonal.has(kind) || people.get(key)!.length > 0)
      .map((notification) => ({
        key: notification.key,
        kind: notification.kind,
        time: notification.at.toISOString(),
        unread: isUnread(notification),
        people: people
          .get(notification.key)!
          .slice(0, 3)
          .map(({ userId, userName }) => ({ userId, userName })),
        peopleCount: people.get(notification.key)!.length,
        item: (notification.itemId !== null && byId.get(notification.itemId)) || null,
        contest:
          notification.contestId === null ? null : (wins.get(notification.contestId) ?? null),
        removal: removalOf(notification),
      })),
    cursor: notifications.length > pageSize && last ? encodeCursor([last.time, last.key]) : null,
  }
}

/**
 * Returns the notifications after a place, at least one more than a page if there are so many. A notification whose
 * newest act comes before the place was shown on an earlier page, so its older acts don't make another notification. If
 * too few notifications are left because of that, it reads more acts.
 */
async function notificationsAfter(
  database: Database,
  recipient: Recipient,
  after: Place | null,
  now: Date,
): Promise<Found[]> {
  // The database stores times to the microsecond, but notifications are compared to the millisecond.
  const until = after ? new Date(after.time + 1) : now
  const spans = recipient.followsMany ? [2 * day, 14 * day, Infinity] : [Infinity]
  const found: Found[] = []
  const looked = new Set<string>()
  let [limit, readBefore] = [pageSize + 1, 0]
  for (;;) {
    const span = spans.shift() ?? Infinity
    const since = new Date(Math.max(recipient.since.getTime(), until.getTime() - span))
    const spanned = { ...recipient, since }
    const { acts, read } = await activitiesFor(database, spanned, until, limit)
    const candidates = groupIntoNotifications(acts).filter(({ key }) => !looked.has(key))
    let step = pageSize + 5
    for (let from = 0; from < candidates.length && found.length <= pageSize; from += step) {
      if (from > 0) step = mostAtOnce
      const part = candidates.slice(from, from + step)
      const newest = await actorsOf(database, recipient, part, 1)
      part.forEach((notification, index) => {
        looked.add(notification.key)
        const [actor] = newest[index]!
        if (!actor && !impersonal.has(notification.kind)) return
        const at = actor?.at ?? notification.at
        const whole = { ...notification, at, time: at.getTime() }
        if (!after || later(after, whole) < 0) found.push(whole)
      })
    }
    found.sort(later)
    if (found.length > pageSize) return found
    if (spans.length > 0) continue
    // If a larger limit brings nothing more, every act was read.
    if (limit === mostOfMember || read < limit || read === readBefore) return found
    ;[limit, readBefore] = [Math.min(limit * 10, mostOfMember), read]
  }
}

const day = 24 * 60 * 60 * 1000

/** Maximum number of acts that are read of a followed member or in a cell. */
const mostOfMember = 2_000
/**
 * How many notifications are looked at by one statement if more than a page's are: planning it takes longer than
 * looking at one.
 */
const mostAtOnce = 500
/**
 * The position in a cursor: the time and the key by which notifications are ordered. The maximum is the end of December
 * 31, 9999.
 */
const position = z.tuple([
  z.int().min(0).max(253_402_300_799_999),
  z.string().refine((key) => !unstorable(key)),
])

function placeOf(cursor: string): Place {
  const [time, key] = decodeCursor(cursor, position)
  return { time, key }
}
