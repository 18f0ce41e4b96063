import { sql } from 'kysely'
import { speakerCountSql } from '#domain/who-speaks.ts'
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
  const nearBy = { ...wanting('nearby'), sentAs: 'mail' as const }
  const { acts } = await activitiesFor(database, nearBy, now, limit)
  const dishes = [...new Set(acts.flatMap(({ itemId }) => itemId ?? []))]
  const nearby = await bestNew(database, dishes, recipient.since, userId)
  if (news.length + nearby.length === 0) return null
  return {
    nearby,
    upvoted: news.filter(({ kind }) => kind === 'upvoted'),
    followed: news.filter(({ kind }) => kind === 'follow'),
  }
}

/**
 * Returns the best of these dishes that are new: those for which most members speak, of each restaurant and of each
 * member who saved one first only the best, and at most `mostDishes`.
 */
async function bestNew(database: Database, ids: number[], since: Date, userId: number) {
  if (ids.length === 0) return []
  const { rows } = await sql<{ id: number; restaurantId: number; maker: number | null }>`
    select i.id, i.restaurant_id as "restaurantId",
           (select y.user_id from yolos y where y.item_id = i.id order by y.created_at, y.id limit 1) as maker
      from items i
     where i.id = any (${ids}::integer[]) and i.created_at > ${since}
     order by ${speakerCountSql('i')} desc, i.upvote_count desc, i.yolo_count desc, i.newest_yolo_at desc, i.id`.execute(
    database,
  )
  const [restaurants, makers] = [new Set<number>(), new Set<number | null>()]
  const best = rows.filter(({ restaurantId, maker }) => {
    if (restaurants.has(restaurantId) || makers.has(maker)) return false
    restaurants.add(restaurantId)
    makers.add(maker)
    return true
  })
  return loadCards(
    database,
    best.slice(0, mostDishes).map(({ id }) => id),
    null,
    userId,
  )
}
