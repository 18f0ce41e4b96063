import { type RawBuilder, sql, type Transaction } from 'kysely'
import { preparedStatementComment } from '#platform/server/database/database.ts'
import type { DB } from '#platform/server/database/schema.ts'
import type { Database } from '#platform/server/services.ts'
import type { ViewerId } from './visible.ts'
import { adminIds, isAdmin } from './vocabulary/roles.ts'

// An item or restaurant that was merged leads to the one that stayed (rules: merging).

/** SQL for the id that a row of `items` or `restaurants` leads to: the row into which it was merged, or itself. */
export const mergedIdSql = (row: 'asked' | 'restaurants') =>
  sql<number>`coalesce(${sql.ref(`${row}.merged_into`)}, ${sql.ref(`${row}.id`)})`

/**
 * SQL condition: the viewer may see restaurant `r`. One that an unverified or held member added is visible only to
 * that member and to admins (rules: missing restaurants).
 */
export const restaurantVisibleToViewerSql = (viewerId: ViewerId) =>
  viewerId === null
    ? sql<boolean>`not r.unconfirmed`
    : sql<boolean>`(not r.unconfirmed or r.added_by = ${viewerId} or ${isAdmin({ id: viewerId })})`

/** Like `restaurantVisibleToViewerSql`, but the viewer is an SQL expression. */
export const restaurantVisibleToUserSql = (user: RawBuilder<unknown>) =>
  sql<boolean>`(not r.unconfirmed or r.added_by = ${user} or ${user} = any (${adminIds}::integer[]))`

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

const held = sql.raw(`id, listed, hidden_at is null and not restaurant_hidden as served,
  deleted_at is not null as deleted, merged_into, name_key`)
type LockedItem = {
  merged_into: number | null
  id: number
  listed: boolean
  served: boolean
  deleted: boolean
  name_key: string
}

/**
 * Locks an item, so that it isn't merged or deleted meanwhile. `share` is enough for adding a row that refers to it.
 * Returns null if there is no such item or it is merged or deleted.
 */
export async function lockItem(
  tx: Transaction<DB>,
  id: number,
  strength: 'share' | 'change' = 'share',
): Promise<LockedItem | null> {
  const lock = strength === 'share' ? sql`for key share` : sql`for no key update`
  const { rows } = await sql<LockedItem>`
    ${preparedStatementComment} select ${held} from items where id = ${id} and deleted_at is null ${lock}`.execute(
    tx,
  )
  return rows[0] ?? null
}

/** Like `lockItem`, but also returns null if the viewer may not see the item. */
export async function lockVisibleItem(
  tx: Transaction<DB>,
  id: number,
  viewerId: number,
  strength: 'share' | 'change' = 'share',
): Promise<LockedItem | null> {
  const item = await lockItem(tx, id, strength)
  if (!item || item.served) return item
  const { rows } = await sql`
    select from items i where i.id = ${item.id} and ${itemVisibleToViewerSql(viewerId)}`.execute(tx)
  return rows.length > 0 ? item : null
}

/**
 * SQL that locks several items for a change. It doesn't follow merges. Use it as a part of a statement. If the
 * condition `first` refers to another part of the statement, the items are locked after that part has run. Items are
 * locked in the order of ids and after members, as everywhere, so that no two statements deadlock.
 */
export const lockItemsSql = (ids: number[], first = sql`true`) => sql`
  select ${held}, vote_count, adjustment from items
   where id = any (${ids}::integer[]) and ${first} order by id for no key update`
