import { restaurantVisibleToViewerSql, restaurantsByRequestedId } from '#domain/merged.ts'
import { rankOrderSql } from '#domain/ranking.ts'
import { badInput } from '#platform/contract/failure.ts'
import { implementCall, type Viewer } from '#platform/server/http/handler.ts'
import type { Database, Services } from '#platform/server/services.ts'
import { loadCards, markCards, loadMarks } from './cards.server.ts'
import { listItems, marks } from './contract.ts'

/** Maximum number of a restaurant's dishes of a category that are offered to choose from. */
const maxItems = 200

export const restaurantItemHandlers = ({ database, listing }: Services) => [
  implementCall(listItems, async ({ input, viewer }) => {
    const place = input.placeId ?? input.place
    if (!place) throw badInput({ fields: { place: 'Say which restaurant this is.' } })
    const ranked = await restaurantItemsQuery(
      listing,
      await resolveRestaurantId(listing, place, viewer),
    )
      .where('category_id', '=', input.category)
      .where('hidden_at', 'is', null)
      .orderBy(rankOrderSql)
      .limit(maxItems)
      .execute()
    return loadMarkedCards(
      listing,
      ranked.map(({ id }) => id),
      viewer,
    )
  }),

  implementCall(marks, async ({ input: { items }, viewer }) => {
    const ids = items
      .split(',')
      .map(Number)
      .filter((id) => id > 0 && id < 2 ** 31)
    const found = await loadMarks(database, ids, viewer)
    return [...found].map(([id, mark]) => ({ id, ...mark }))
  }),
]

export const loadMarkedCards = async (database: Database, ids: number[], viewer: Viewer | null) =>
  markCards(database, await loadCards(database, ids, null, viewer?.id ?? null), viewer)

/**
 * Returns the id of the restaurant with this place id or numeric id. A merged restaurant leads to the one that it was
 * merged into. Throws `badInput` if there is none.
 */
export async function resolveRestaurantId(
  database: Database,
  place: string,
  viewer: Viewer | null,
): Promise<number> {
  const numbered = /^\d{1,9}$/.test(place)
  const found = await restaurantsByRequestedId(database)
    .select('r.id')
    .where((is) =>
      is.or([
        is('asked.place_id', '=', place),
        // Numeric ids can be tried one by one, so a restaurant that the viewer may not see is found only by its place
        // id.
        ...(numbered
          ? [
              is.and([
                is('asked.id', '=', Number(place)),
                restaurantVisibleToViewerSql(viewer?.id ?? null),
              ]),
            ]
          : []),
      ]),
    )
    .executeTakeFirst()
  if (!found) throw badInput({ fields: { placeId: 'We don’t know this place.' } })
  return found.id
}

export const restaurantItemsQuery = (database: Database, restaurantId: number) =>
  database
    .selectFrom('items')
    .select('id')
    .where('restaurant_id', '=', restaurantId)
    .where('deleted_at', 'is', null)
    .where('yolo_count', '>', 0)
