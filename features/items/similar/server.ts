import { sql } from 'kysely'
import { restaurantVisibleToViewerSql, restaurantsByRequestedId } from '#domain/merged.ts'
import { rankOrderSql } from '#domain/ranking.ts'
import type { OutputOf } from '#platform/contract/call.ts'
import { badInput } from '#platform/contract/failure.ts'
import { implementCall, type Viewer } from '#platform/server/http/handler.ts'
import { pauses } from '#platform/server/pauses.ts'
import type { Database, Services } from '#platform/server/services.ts'
import { nameDistance, readTypedName, type TypedName } from '../names.ts'
import { similarItems } from './contract.ts'

const offered = 5
/**
 * Maximum number of a restaurant's items of a category that are compared; no menu has more. They are compared here and
 * not in the database, because the add-yolo wizard applies the same rules for names in the browser (names.ts).
 */
const compared = 2000

export const similarHandlers = ({ listing }: Services) => [
  implementCall(
    similarItems,
    async ({ input: { restaurantId, placeId, category, itemName }, viewer }) => {
      if (!restaurantId && !placeId)
        throw badInput({ fields: { placeId: 'Say which restaurant this is.' } })
      const restaurant = await restaurantsByRequestedId(listing)
        .select('r.id')
        .select(restaurantVisibleToViewerSql(viewer?.id ?? null).as('isVisible'))
        // Place ids can't be guessed, so they find a restaurant even if the viewer may not see it.
        .where(restaurantId ? restaurantVisibleToViewerSql(viewer?.id ?? null) : sql<boolean>`true`)
        .where((is) =>
          restaurantId ? is('asked.id', '=', restaurantId) : is('asked.place_id', '=', placeId!),
        )
        .executeTakeFirst()
      if (!restaurant)
        throw badInput({
          fields: { [restaurantId ? 'restaurantId' : 'placeId']: 'We don’t know this place.' },
        })
      // Nobody else reads the dishes of a restaurant that an unverified member added.
      if (!restaurant.isVisible) return []
      return findSimilarItems(listing, itemName, restaurant.id, category, viewer)
    },
  ),
]

type Similar = OutputOf<typeof similarItems>[number]

/** Returns a restaurant's items of a category with names near to this one, the nearest first. */
export async function findSimilarItems(
  database: Database,
  name: string,
  restaurantId: number,
  category: number,
  viewer: Viewer | null,
): Promise<Similar[]> {
  // Includes the names of items that were merged into each item.
  const { rows } = await sql<Similar & { formerly: string[] }>`
    select i.id, i.name, i.name as "itemName", i.upvote_count as "upvoteCount", i.yolo_count as "yoloCount",
           exists (select from yolos y where y.item_id = i.id and y.user_id = ${viewer?.id ?? 0}) as used,
           array(select f.name from items f where f.merged_into = i.id) as formerly
      from items i
     where i.restaurant_id = ${restaurantId} and i.category_id = ${category}
       and i.deleted_at is null and i.hidden_at is null and i.yolo_count > 0
     order by ${rankOrderSql} limit ${compared}`.execute(database)
  const typed = readTypedName(name)
  const near: { item: Similar; away: number }[] = []
  for (const { formerly, ...item } of rows) {
    if (pauses.isDue()) await pauses.pause()
    const away = nearest(typed, [item.name, ...formerly])
    if (away < Infinity) near.push({ item, away })
  }
  return near
    .sort((a, b) => a.away - b.away)
    .slice(0, offered)
    .map(({ item }) => item)
}

const nearest = (typed: TypedName, names: string[]) =>
  Math.min(...names.map((name) => nameDistance(typed, name) ?? Infinity))
