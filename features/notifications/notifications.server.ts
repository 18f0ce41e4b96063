import { z } from 'zod'
import { winsOf } from '#features/contests/drawing/wins.server.ts'
import { loadCards, markCards } from '#features/items/cards.server.ts'
import type { Viewer } from '#platform/server/http/handler.ts'
import { decodeCursor, encodeCursor } from '#platform/server/cursor.ts'
import type { Database } from '#platform/server/services.ts'
import { findUnstorableText } from '#platform/server/http/text.ts'
import { activitiesFor, type Activity, type Recipient } from './activity.server.ts'
import { type Actor, actorsOf } from './actors.server.ts'
import { pageSize, type Notification } from './contract.ts'

type Place = { time: number; key: string }
type Found = Activity & Place & { people: Actor[] }

/** The kinds of notifications that name no members, because no single member's act caused them. */
const impersonal: ReadonlySet<Activity['kind']> = new Set(['gone', 'closed', 'won'])

const keyOf = ({ kind, itemId, day, contestId }: Activity) =>
  `${kind}:${itemId ?? day ?? contestId}`

/** Notifications are ordered by their newest act, then by key. */
const later = (a: Place, b: Place) =>
  b.time - a.time || Number(a.key < b.key) - Number(a.key > b.key)

/**
 * Groups acts of the same kind about the same thing into notifications. `acts` must be newest first, so that each
 * notification gets the time of its newest act.
 */
export function groupIntoNotifications(acts: Activity[]): (Activity & Place)[] {
  const notifications = new Map<string, Activity & Place>()
  for (const act of acts) {
    const key = keyOf(act)
    if (!notifications.has(key)) notifications.set(key, { ...act, key, time: act.at.getTime() })
  }
  return [...notifications.values()]
}

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
  const items = shown.flatMap(({ itemId }) => itemId ?? [])
  const cards = await markCards(database, await loadCards(database, items, null, viewer.id), viewer)
  const byId = new Map(cards.map((card) => [card.id, card]))
  const contestIds = shown.flatMap(({ contestId }) => contestId ?? [])
  const wins = await winsOf(database, { userId: viewer.id, contestIds, now })
  const last = shown.at(-1)
  return {
    items: shown
      .filter(({ itemId }) => itemId === null || byId.has(itemId))
      .map((notification) => ({
        key: notification.key,
        kind: notification.kind,
        time: notification.at.toISOString(),
        unread: isUnread(notification),
        people: notification.people
          .slice(0, 3)
          .map(({ userId, userName }) => ({ userId, userName })),
        peopleCount: notification.people.length,
        item: notification.itemId === null ? null : byId.get(notification.itemId)!,
        contest:
          notification.contestId === null ? null : (wins.get(notification.contestId) ?? null),
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
  for (let limit = pageSize + 1; ;) {
    const span = spans.shift() ?? Infinity
    const since = new Date(Math.max(recipient.since.getTime(), until.getTime() - span))
    const acts = await activitiesFor(database, { ...recipient, since }, until, limit)
    const candidates = groupIntoNotifications(acts)
    const found: Found[] = []
    for (let from = 0; from < candidates.length && found.length <= pageSize; from += step) {
      const part = candidates.slice(from, from + step)
      const people = await actorsOf(database, recipient, part)
      part.forEach((notification, index) => {
        const [newest] = people[index]!
        if (!newest && !impersonal.has(notification.kind)) return
        const at = newest?.at ?? notification.at
        const whole = { ...notification, at, time: at.getTime(), people: people[index]! }
        if (!after || later(after, whole) < 0) found.push(whole)
      })
    }
    found.sort(later)
    if (found.length > pageSize) return found
    if (spans.length > 0) continue
    if (limit > 2_000 || acts.length < limit) return found
    limit *= 4
  }
}

const day = 24 * 60 * 60 * 1000

const step = pageSize + 5
/**
 * The position in a cursor: the time and the key by which notifications are ordered. The maximum is the end of December
 * 31, 9999.
 */
const position = z.tuple([
  z.int().min(0).max(253_402_300_799_999),
  z.string().refine((key) => !findUnstorableText(key)),
])

function placeOf(cursor: string): Place {
  const [time, key] = decodeCursor(cursor, position)
  return { time, key }
}
