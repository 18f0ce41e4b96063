import { restaurantVisibleToViewerSql, restaurantsByRequestedId } from '#domain/merged.ts'
import { badInput } from '#platform/contract/failure.ts'
import type { Viewer } from '#platform/server/http/handler.ts'
import type { Database } from '#platform/server/services.ts'

/** Returns the id of the restaurant whose place id or numeric id stands in one of these fields of a call's input. */
export async function resolveRestaurantId(
  database: Database,
  fields: Record<string, string | number | undefined>,
  viewer: Viewer | null,
): Promise<number> {
  const sent = Object.entries(fields).find(([, value]) => value)
  const [field, place] = [sent?.[0] ?? Object.keys(fields)[0]!, `${sent?.[1] ?? ''}`]
  const isId = /^\d{1,9}$/.test(place)
  const found = await restaurantsByRequestedId(database)
    .select('r.id')
    .where((is) =>
      is.or([
        is('asked.place_id', '=', place),
        ...(isId ? [is('asked.id', '=', Number(place))] : []),
      ]),
    )
    .where(restaurantVisibleToViewerSql(viewer?.id ?? null))
    .executeTakeFirst()
  if (!found) throw badInput({ fields: { [field]: 'We don’t know this place.' } })
  return found.id
}

export const restaurantItemsQuery = (database: Database, restaurantId: number) =>
  database
    .selectFrom('items')
    .select('id')
    .where('restaurant_id', '=', restaurantId)
    .where('deleted_at', 'is', null)
    .where('yolo_count', '>', 0)
