import { listedCards, restaurantIdOf, standingItems } from '#features/items/list.server.ts'
import { bestFirst } from '#domain/ranking.ts'
import { nameKey } from '#features/items/names.ts'
import { badInput } from '#platform/contract/failure.ts'
import { on } from '#platform/server/http/handler.ts'
import type { Services } from '#platform/server/services.ts'
import { addMoreTags, addYolo, checkItemName, itemExists, setTags } from './contract.ts'
import { saveYolo } from './save.server.ts'
import { addTags, replaceTags } from './tags.server.ts'
import * as recent from './admin/contract.ts'
import { recentYoloHandlers } from './admin/server.ts'
import * as yolos from './contract.ts'
import * as edits from './edit.contract.ts'
import { editHandlers } from './edit.server.ts'

export { checks } from './checks.ts'
export { queues } from './restore.server.ts'
export const calls = { ...yolos, ...edits, ...recent }
export const handlers = (services: Services) => [
  ...yoloHandlers(services),
  ...editHandlers(services),
  ...recentYoloHandlers(services),
]

const yoloHandlers = (services: Services) => {
  const { database } = services

  return [
    on(addYolo, async ({ input, viewer }) => {
      const saved = await saveYolo(services, viewer, input)
      services.events.publish({ kind: 'yolo', actorId: viewer.id, itemId: saved.itemId })
      return saved
    }),

    on(addMoreTags, ({ input, viewer }) => addTags(services, viewer, input)),

    on(setTags, ({ input, viewer }) => replaceTags(services, viewer, input)),

    on(checkItemName, async ({ input: { placeId, itemName, category }, viewer }) => {
      const key = nameKey(itemName)
      if (!key) throw badInput({ fields: { itemName: 'Please fill this in.' } })
      const restaurant = await restaurantIdOf(database, placeId)
      let namesakes = standingItems(database, restaurant).where((is) =>
        is.or([
          is('name_key', '=', key),
          // What was merged had this name.
          is(
            'id',
            'in',
            is
              .selectFrom('items as former')
              .select('former.merged_into')
              .where('former.restaurant_id', '=', restaurant)
              .where('former.name_key', '=', key)
              .where('former.merged_into', 'is not', null)
              .where('former.name_leads', '=', true),
          ),
        ]),
      )
      if (category) namesakes = namesakes.where('category_id', '=', category)
      const there = await namesakes.orderBy(bestFirst).executeTakeFirst()
      if (!there) return {}
      const [item] = await listedCards(database, [there.id], viewer)
      // Deleted since.
      if (!item) return {}
      throw itemExists({ item })
    }),
  ]
}
