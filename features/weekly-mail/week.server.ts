import { loadCards } from '#features/items/cards.server.ts'
import type { Card } from '#features/items/contract.ts'
import { activitiesFor, type ActivityKind } from '#features/notifications/activity.server.ts'
import {
  recentNotificationsFor,
  type RecentNotification,
} from '#features/notifications/news.server.ts'
import { recipientOf } from '#features/notifications/recipient.server.ts'
import type { Database } from '#platform/server/services.ts'

const week = 7 * 24 * 60 * 60 * 1000
const mostDishes = 5
/** How many of each cell's newest favorites are looked at for new dishes. */
const limit = 200

/** What happened in a member's week. */
export type MemberWeek = {
  nearby: Card[]
  upvoted: RecentNotification[]
  followed: RecentNotification[]
}

/**
 * Returns what happened in the last seven days, as notices show it, or null if there is nothing to say. Members choose
 * this mail separately, so their settings for notices don't matter.
 */
export async function loadMemberWeek(
  database: Database,
  userId: number,
  now: Date,
): Promise<MemberWeek | null> {
  const since = new Date(now.getTime() - week)
  const { recipient } = await recipientOf(database, userId, since)
  const wanting = (...wants: ActivityKind[]) => ({ ...recipient, wants })
  const news = await recentNotificationsFor(database, wanting('upvoted', 'follow'), now)
  const { acts } = await activitiesFor(database, wanting('nearby'), now, limit)
  const dishes = [...new Set(acts.flatMap(({ itemId }) => itemId ?? []))]
  const nearby = await bestNew(database, dishes, recipient.since, userId)
  if (news.length + nearby.length === 0) return null
  return {
    nearby,
    upvoted: news.filter(({ kind }) => kind === 'upvoted'),
    followed: news.filter(({ kind }) => kind === 'follow'),
  }
}

/** Returns the best of these dishes that are new, the best first and at most `mostDishes`. */
async function bestNew(database: Database, ids: number[], since: Date, userId: number) {
  if (ids.length === 0) return []
  const rows = await database
    .selectFrom('items')
    .select('id')
    .where('id', 'in', ids)
    .where('created_at', '>', since)
    .orderBy('upvote_count', 'desc')
    .orderBy('yolo_count', 'desc')
    .orderBy('newest_yolo_at', 'desc')
    .orderBy('id')
    .limit(mostDishes)
    .execute()
  return loadCards(
    database,
    rows.map(({ id }) => id),
    null,
    userId,
  )
}
