import { sql } from 'kysely'
import type { Database } from '#platform/server/services.ts'
import type { ViewerId } from './visible.ts'
import { isAdmin } from './vocabulary/roles.ts'

// An item or restaurant that was merged leads to the one that stayed (rules: merging).

/** SQL for the id that a row of `items` or `restaurants` leads to: the row into which it was merged, or itself. */
export const mergedIdSql = (row: 'asked' | 'restaurants') =>
  sql<number>`coalesce(${sql.ref(`${row}.merged_into`)}, ${sql.ref(`${row}.id`)})`

/**
 * SQL condition: the viewer may see restaurant `r`. One that a member added who doesn't count is visible only
 * to that member and to admins.
 */
export const restaurantVisibleToViewerSql = (viewerId: ViewerId) =>
  viewerId === null
    ? sql<boolean>`not r.unconfirmed`
    : sql<boolean>`(not r.unconfirmed or r.added_by = ${viewerId} or ${isAdmin({ id: viewerId })})`

/** SQL condition: the viewer may see the restaurant of item `i`. */
export const itemVisibleToViewerSql = (viewerId: ViewerId) => sql<boolean>`
  (not i.restaurant_hidden
   or exists (select from restaurants r where r.id = i.restaurant_id and ${restaurantVisibleToViewerSql(viewerId)}))`

/** Like `restaurantsByRequestedId`, but only restaurants that this viewer may see. */
export const visibleRestaurantsByRequestedId = (database: Database, viewerId: ViewerId) =>
  restaurantsByRequestedId(database).where(restaurantVisibleToViewerSql(viewerId))

/**
 * Query of restaurants by the id in a request (`asked`), each joined with the one that it leads to (`r`), unless that
 * is deleted.
 */
export const restaurantsByRequestedId = (database: Database) =>
  database
    .selectFrom('restaurants as asked')
    .innerJoin('restaurants as r', (join) => join.on('r.id', '=', mergedIdSql('asked')))
    .where('r.deleted_at', 'is', null)

/** Returns the id of the item that an id leads to: itself, or the item into which it was merged. */
export async function resolveItemId(database: Database, id: number): Promise<number> {
  const item = await database
    .selectFrom('items as asked')
    .select(mergedIdSql('asked').as('id'))
    .where('id', '=', id)
    .executeTakeFirst()
  return item?.id ?? id
}
