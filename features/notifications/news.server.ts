import { loadCards } from '#features/items/cards.server.ts'
import type { Card } from '#features/items/contract.ts'
import type { Database } from '#platform/server/services.ts'
import { activitiesFor, type ActivityKind, type Recipient } from './activity.server.ts'
import { actorsOf } from './actors.server.ts'
import { groupIntoNotifications } from './notifications.server.ts'

/** A notification of what happened since `recipient.since`. It counts only the members who acted since then. */
export type RecentNotification = {
  key: string
  kind: ActivityKind
  at: Date
  people: { userId: number; userName: string }[]
  peopleCount: number
  item: Card | null
}

/**
 * Maximum number of acts read per followed member or cell. Forty are enough, because pushes and mails show only a few
 * notifications.
 */
const limit = 40

/**
 * Returns what happened between `recipient.since` and now, newest first, for pushes and mails. The same filters apply
 * as in the list of notifications, for example: no acts that were undone, no acts of members whom the recipient has
 * blocked, and no kinds that aren't in `recipient.wants`. Notifications that name no members are left out, too, and so
 * are dishes near by that a newcomer saved and for which nobody else speaks.
 */
export async function recentNotificationsFor(
  database: Database,
  recipient: Recipient,
  now: Date,
): Promise<RecentNotification[]> {
  const { acts } = await activitiesFor(database, { ...recipient, sentAs: 'push' }, now, limit)
  const found = groupIntoNotifications(acts)
  const people = await actorsOf(database, recipient, found)
  const items = [...new Set(found.flatMap(({ itemId }) => itemId ?? []))]
  const cards = new Map(
    (await loadCards(database, items, null, recipient.id)).map((card) => [card.id, card]),
  )
  const news = found.flatMap(({ key, kind, at, itemId }, index) => {
    const who = people[index]!
    const item = itemId === null ? null : cards.get(itemId)
    if (who.length === 0 || item === undefined) return []
    return [{ key, kind, at, people: who.slice(0, 3), peopleCount: who.length, item }]
  })
  return oneNearByOfEach(news)
}

/** Leaves of the dishes near by only the newest of each member and restaurant, so that nobody fills the messages. */
function oneNearByOfEach(news: RecentNotification[]): RecentNotification[] {
  const told = new Set<string>()
  return news.filter(({ kind, people, item }) => {
    if (kind !== 'nearby') return true
    const keys = [`member ${people[0]?.userId}`, `restaurant ${item?.restaurantId}`]
    if (keys.some((key) => told.has(key))) return false
    for (const key of keys) told.add(key)
    return true
  })
}
