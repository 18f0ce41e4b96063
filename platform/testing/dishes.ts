import { cellOf } from '#domain/position/distance.ts'
import { nameKey } from '#features/items/names.ts'
import { foldText } from '#domain/fold.ts'
import type { Database, Services } from '#platform/server/services.ts'

export type Dishes = {
  /** Creates a restaurant that isn't from any provider. */
  restaurant(facts?: {
    name?: string
    latitude?: number
    longitude?: number
    placeId?: string
    cuisines?: string[]
  }): Promise<{ id: number; placeId: string; name: string }>
  /**
   * Creates an item with one yolo by `by` and this many votes, as an adjustment so that no voters need to be created.
   */
  item(facts: {
    restaurant: number
    category: number
    by: number
    name?: string
    upvotes?: number
    tags?: number[]
    description?: string
    createdAt?: Date
  }): Promise<{ id: number; yoloId: number; name: string }>
}

let count = 0

export function dishes({ database, clock }: Services): Dishes {
  return {
    async restaurant({
      name = `Restaurant ${++count}`,
      latitude = 44.98,
      longitude = -93.27,
      placeId = `test:${++count}`,
      cuisines,
    } = {}) {
      const { id } = await database
        .insertInto('restaurants')
        .values({
          place_id: placeId,
          name,
          name_key: foldText(name),
          address: '1 Test Street',
          latitude,
          longitude,
          cell5: cellOf({ latitude, longitude }, 5),
          cell7: cellOf({ latitude, longitude }, 7),
          city_label: 'Minneapolis, MN, US',
          city_slug: 'minneapolis-mn-us',
          time_zone: 'America/Chicago',
          source: 'test',
          cuisines: cuisines ?? null,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      return { id, placeId, name }
    },
    async item({
      restaurant,
      category,
      by,
      name = `Dish ${++count}`,
      upvotes = 0,
      tags = [],
      description = '',
      createdAt,
    }) {
      const place = await database
        .selectFrom('restaurants')
        .select(['latitude', 'longitude', 'cell5'])
        .where('id', '=', restaurant)
        .executeTakeFirstOrThrow()
      const { id } = await database
        .insertInto('items')
        .values({
          restaurant_id: restaurant,
          category_id: category,
          name,
          name_key: nameKey(name),
          adjustment: upvotes,
          ...place,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      const yolo = await database
        .insertInto('yolos')
        .values({
          user_id: by,
          item_id: id,
          category_id: category,
          description,
          tags,
          created_at: createdAt ?? clock.now(),
          slot: await freeSlot(database, by, category),
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      return { id, yoloId: yolo.id, name }
    },
  }
}

async function freeSlot(database: Database, member: number, category: number) {
  const used = await database
    .selectFrom('yolos')
    .select('slot')
    .where('user_id', '=', member)
    .where('category_id', '=', category)
    .execute()
  return [1, 2, 3].find((slot) => !used.some((yolo) => yolo.slot === slot)) ?? null
}
