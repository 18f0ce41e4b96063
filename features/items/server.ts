import { rankOrderSql } from '#domain/ranking.ts'
import { implementCall, type Viewer } from '#platform/server/http/handler.ts'
import type { Database, Services } from '#platform/server/services.ts'
import { sql } from 'kysely'
import type { OutputOf } from '#platform/contract/call.ts'
import { loadMarkedCards, loadMarks } from './cards.server.ts'
import * as items from './contract.ts'
import { listItems, marks, similarItems } from './contract.ts'
import { nameDistance } from './names.ts'
import * as marked from './reports/admin/contract.ts'
import { reportAdminHandlers } from './reports/admin/server.ts'
import { reportHandlers } from './reports.server.ts'
import { resolveRestaurantId, restaurantItemsQuery } from './restaurant-items.server.ts'
import { voteHandlers } from './votes.server.ts'

export { checks } from './checks.ts'
export const calls = { ...items, ...marked }

/** Maximum number of a restaurant's dishes of a category that are offered to choose from. */
const maxItems = 200
/** Maximum number of those that are compared with a typed name, and of those that are offered as similar. */
const [maxCompared, maxSimilar] = [500, 5]

export const handlers = (services: Services) => {
  const { database } = services
  return [
    ...voteHandlers(services),
    ...reportHandlers(services),
    ...reportAdminHandlers(services),

    implementCall(listItems, async ({ input, viewer }) => {
      const { place, placeId } = input
      const restaurant = await resolveRestaurantId(database, { place, placeId }, viewer)
      const ranked = await restaurantItemsQuery(database, restaurant)
        .where('category_id', '=', input.category)
        .where('hidden_at', 'is', null)
        .orderBy(rankOrderSql)
        .limit(maxItems)
        .execute()
      const ids = ranked.map(({ id }) => id)
      return loadMarkedCards(database, ids, viewer)
    }),

    implementCall(marks, async ({ input, viewer }) => {
      const ids = input.items.split(',').map(Number)
      const known = ids.filter((id) => id > 0 && id < 2 ** 31)
      return [...(await loadMarks(database, known, viewer)).values()]
    }),

    implementCall(similarItems, async ({ input, viewer }) => {
      const { restaurantId, placeId, category, itemName } = input
      const restaurant = await resolveRestaurantId(database, { placeId, restaurantId }, viewer)
      return findSimilarItems(database, { restaurant, category, name: itemName }, viewer)
    }),
  ]
}

type Similar = OutputOf<typeof similarItems>[number]
type Typed = { restaurant: number; category: number; name: string }

/** Returns a restaurant's items of a category with names near to this one, the nearest first. */
async function findSimilarItems(
  database: Database,
  { restaurant, category, name }: Typed,
  viewer: Viewer | null,
): Promise<Similar[]> {
  const { rows } = await sql<Similar>`
    select i.id, i.name, i.name as "itemName", i.upvote_count as "upvoteCount", i.yolo_count as "yoloCount",
           exists (select from yolos y where y.item_id = i.id and y.user_id = ${viewer?.id ?? 0}) as used
      from items i where i.restaurant_id = ${restaurant} and i.category_id = ${category} and i.listed
     order by ${rankOrderSql} limit ${maxCompared}`.execute(database)
  return rows
    .map((item) => ({ item, away: nameDistance(name, item.name) }))
    .filter(({ away }) => away < Infinity)
    .sort((a, b) => a.away - b.away)
    .slice(0, maxSimilar)
    .map(({ item }) => item)
}
