import { sql } from 'kysely'
import { cardsOf, markCards } from '#features/items/cards.server.ts'
import { nameKey } from '#features/items/names.ts'
import { badInput } from '#platform/contract/failure.ts'
import { on, type Viewer } from '#platform/server/handler.ts'
import type { Services } from '#platform/server/services.ts'
import { categories } from '#features/categories/categories.ts'
import {
  addMoreTags,
  addYolo,
  checkItemName,
  itemExists,
  listCategories,
  listItems,
  listTags,
  userCategories,
} from './contract.ts'
import { saveYolo } from './save.server.ts'
import { tags, tagsOf } from '#features/categories/tags.data.ts'
import { addTags } from './tags.server.ts'

/** A restaurant offers this many dishes of a category to choose from. */
const most = 200

export const yoloHandlers = (services: Services) => {
  const { database } = services

  const cardsFor = async (ids: number[], viewer: Viewer | null) => {
    const cards = await markCards(database, await cardsOf(database, ids, null), viewer)
    return cards.map((card) => ({ ...card, name: card.itemName }))
  }

  async function restaurantOf(place: string): Promise<number> {
    const numbered = /^\d{1,9}$/.test(place)
    const found = await database
      .selectFrom('restaurants as asked')
      .innerJoin('restaurants as r', (join) =>
        join.on('r.id', '=', (is) => is.fn.coalesce('asked.merged_into', 'asked.id')),
      )
      .select('r.id')
      .where((is) =>
        is.or([
          is('asked.place_id', '=', place),
          ...(numbered ? [is('asked.id', '=', Number(place))] : []),
        ]),
      )
      .where('r.deleted_at', 'is', null)
      .executeTakeFirst()
    if (!found) throw badInput({ fields: { placeId: 'We don’t know this place.' } })
    return found.id
  }

  const standingItems = (restaurantId: number) =>
    database
      .selectFrom('items')
      .select('id')
      .where('restaurant_id', '=', restaurantId)
      .where('deleted_at', 'is', null)
      .where('yolo_count', '>', 0)

  return [
    on(addYolo, async ({ input, viewer }) => {
      const saved = await saveYolo(services, viewer, input)
      services.events.publish({ kind: 'yolo', actorId: viewer.id, itemId: saved.itemId })
      return saved
    }),

    on(addMoreTags, ({ input, viewer }) => addTags(services, viewer, input)),

    on(userCategories, async ({ viewer }) => {
      const counted = await database
        .selectFrom('yolos')
        .select(['category_id', sql<number>`count(*)::integer`.as('counter')])
        .where('user_id', '=', viewer.id)
        .groupBy('category_id')
        .execute()
      const counters = new Map(counted.map((row) => [row.category_id, row.counter]))
      return categories.map(({ id, name }) => ({ id, name, counter: counters.get(id) ?? 0 }))
    }),

    on(listCategories, async () => [...categories]),

    on(listTags, async ({ input: { category } }) => [...(category ? tagsOf(category) : tags)]),

    on(listItems, async ({ input, viewer }) => {
      const place = input.placeId ?? input.place
      if (!place) throw badInput({ fields: { place: 'Say which restaurant this is.' } })
      const ranked = await standingItems(await restaurantOf(place))
        .where('category_id', '=', input.category)
        .where('hidden_at', 'is', null)
        .orderBy('upvote_count', 'desc')
        .orderBy('yolo_count', 'desc')
        .orderBy('newest_yolo_at', 'desc')
        .orderBy('id')
        .limit(most)
        .execute()
      return cardsFor(
        ranked.map(({ id }) => id),
        viewer,
      )
    }),

    on(checkItemName, async ({ input: { placeId, itemName, category }, viewer }) => {
      const key = nameKey(itemName)
      if (!key) throw badInput({ fields: { itemName: 'Please fill this in.' } })
      const restaurant = await restaurantOf(placeId)
      let namesakes = standingItems(restaurant).where((is) =>
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
      const there = await namesakes.orderBy('upvote_count', 'desc').orderBy('id').executeTakeFirst()
      if (!there) return {}
      const [item] = await cardsFor([there.id], viewer)
      throw itemExists({ item })
    }),
  ]
}
