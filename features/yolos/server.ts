import { rankOrderSql } from '#domain/ranking.ts'
import { loadMarkedCards } from '#features/items/cards.server.ts'
import {
  resolveRestaurantId,
  restaurantItemsQuery,
} from '#features/items/restaurant-items.server.ts'
import { nameKey } from '#features/items/names.ts'
import { badInput } from '#platform/contract/failure.ts'
import { implementCall } from '#platform/server/http/handler.ts'
import type { Services } from '#platform/server/services.ts'
import * as recent from './admin/contract.ts'
import { recentYoloHandlers } from './admin/server.ts'
import * as yolos from './contract.ts'
import { addYolo, checkItemName, itemExists, swapYolo } from './contract.ts'
import { editHandlers } from './edit.server.ts'
import { saveYolo } from './save.server.ts'

export { checks } from './checks.ts'
export const calls = { ...yolos, ...recent }
export const handlers = (services: Services) => {
  const { database } = services
  return [
    ...editHandlers(services),
    ...recentYoloHandlers(services),

    implementCall(addYolo, async ({ input, viewer }) => saveYolo(services, viewer, input)),

    implementCall(swapYolo, async ({ input: { outId, ...input }, viewer }) =>
      saveYolo(services, viewer, input, outId),
    ),

    implementCall(checkItemName, async ({ input: { placeId, itemName, category }, viewer }) => {
      const key = nameKey(itemName)
      if (!key) throw badInput({ fields: { itemName: 'Please fill this in.' } })
      const restaurant = await resolveRestaurantId(database, { placeId }, viewer)
      let namesakes = restaurantItemsQuery(database, restaurant).where('name_key', '=', key)
      if (category) namesakes = namesakes.where('category_id', '=', category)
      const there = await namesakes.orderBy(rankOrderSql).executeTakeFirst()
      if (!there) return {}
      const [item] = await loadMarkedCards(database, [there.id], viewer)
      // There is no card if the item was deleted after the query above.
      if (!item) return {}
      throw itemExists({ item })
    }),
  ]
}
