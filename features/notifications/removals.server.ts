import { sql } from 'kysely'
import { removalReasonSql, removalUndoFor } from '#domain/removed.ts'
import type { Database } from '#platform/server/services.ts'
import type { Notification } from './contract.ts'

// Notifications of favorites that an admin removed, by themselves or with their dish or restaurant. They are listed as
// long as a removal can be undone, since the favorites are kept that long.

/** SQL condition: the deleted favorite `y` of this member was deleted by an admin. */
const removedFavoriteSql = (userId: number) =>
  sql`y.user_id = ${userId} and y.deleted_by <> y.user_id`

/** SQL for the acts of `activitiesFor`, one for each removed thing; of a restaurant it names the member's oldest dish. */
export const removalsSql = ({ id, since }: { id: number; since: Date }) => sql`
  select 'removed', min(y.item_id), null::text, ${removedAtSql}, null::integer from deleted_yolos y
   where ${removedFavoriteSql(id)}
   group by coalesce(y.removed_with, 'yolo ' || y.id) having ${removedAtSql} > ${since}`

const removedAtSql = sql`max(y.due) - make_interval(secs => ${removalUndoFor / 1000})`

type Removal = NonNullable<Notification['removal']>

/** Returns what was removed with the member's favorites of these dishes, by dish. */
export async function removalsOf(
  database: Database,
  userId: number,
  itemIds: number[],
): Promise<Map<number, Removal>> {
  if (itemIds.length === 0) return new Map()
  const { rows } = await sql<Removal & { itemId: number }>`
    select i.id as "itemId", i.name as "itemName",
           case when y.removed_with is null then 'favorite' when y.removed_with like 'item %' then 'dish' else 'restaurant' end as what,
           r.name as "restaurantName", ${removalReasonSql(sql`y.removed_with`)} as reason
      from deleted_yolos y join items i on i.id = y.item_id join restaurants r on r.id = i.restaurant_id
     where ${removedFavoriteSql(userId)} and y.item_id = any (${itemIds}::integer[])
     order by y.due`.execute(database)
  return new Map(rows.map(({ itemId, ...removal }) => [itemId, removal]))
}
