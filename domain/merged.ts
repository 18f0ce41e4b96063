import { type RawBuilder, sql, type Transaction } from 'kysely'
import { prepared } from '#platform/server/database.ts'
import type { DB } from '#platform/server/schema.ts'
import type { Database } from '#platform/server/services.ts'
import type { ViewerId } from './visible.ts'
import { adminIds, isAdmin } from './vocabulary/roles.ts'

// An item or restaurant that was merged leads to the one that stayed (rules: merging).

/** The id that a row of `items` or `restaurants` leads to, by its alias. */
export const leadsTo = (row: 'asked' | 'restaurants') =>
  sql<number>`coalesce(${sql.ref(`${row}.merged_into`)}, ${sql.ref(`${row}.id`)})`

/** Of a restaurant `r`: one that an unverified member added is seen by that member and admins alone (rules: missing restaurants). */
export const restaurantSeen = (viewerId: ViewerId) =>
  viewerId === null
    ? sql<boolean>`not r.unconfirmed`
    : sql<boolean>`(not r.unconfirmed or r.added_by = ${viewerId} or ${isAdmin({ id: viewerId })})`

/** The same where a statement is about several viewers. */
export const restaurantSeenBy = (user: RawBuilder<unknown>) =>
  sql<boolean>`(not r.unconfirmed or r.added_by = ${user} or ${user} = any (${adminIds}::integer[]))`

/** Of an item `i`: one of a restaurant that this viewer sees. */
export const itemSeen = (viewerId: ViewerId) => sql<boolean>`
  (not i.restaurant_hidden
   or exists (select from restaurants r where r.id = i.restaurant_id and ${restaurantSeen(viewerId)}))`

/** The same as they are asked for, to this viewer. */
export const restaurantsSeen = (database: Database, viewerId: ViewerId) =>
  restaurantsAsked(database).where(restaurantSeen(viewerId))

/** Restaurants as they are asked for (`asked`), each with the one that it leads to (`r`), unless that is deleted. */
export const restaurantsAsked = (database: Database) =>
  database
    .selectFrom('restaurants as asked')
    .innerJoin('restaurants as r', (join) => join.on('r.id', '=', leadsTo('asked')))
    .where('r.deleted_at', 'is', null)

/** The item that an id leads to: itself, or the one that it was merged into. */
export async function itemLedTo(database: Database, id: number): Promise<number> {
  const item = await database
    .selectFrom('items as asked')
    .select(leadsTo('asked').as('id'))
    .where('id', '=', id)
    .executeTakeFirst()
  return item?.id ?? id
}

type Row = { merged_into: number | null }

/** Reads, mostly to lock it, the row that an id leads to: where one waits for a row, it may be merged by then. */
export async function readLedTo<Id, T extends Row>(
  read: (id: Id | number) => Promise<T | undefined>,
  id: Id | number,
): Promise<T | undefined> {
  const row = await read(id)
  return row?.merged_into ? readLedTo(read, row.merged_into) : row
}

const held = sql.raw(`id, listed, hidden_at is null and not restaurant_hidden as served,
  deleted_at is not null as deleted, merged_into`)
type HeldItem = Row & { id: number; listed: boolean; served: boolean; deleted: boolean }

/**
 * Holds the item that an id leads to, so that it isn't merged or deleted meanwhile. `share` is enough for
 * adding a row to it.
 */
export async function holdItem(
  tx: Transaction<DB>,
  id: number,
  strength: 'share' | 'change' = 'share',
): Promise<HeldItem | null> {
  const lock = strength === 'share' ? sql`for key share` : sql`for no key update`
  const item = await readLedTo<number, HeldItem>(async (one) => {
    const { rows } = await sql<HeldItem>`
      ${prepared} select ${held} from items where id = ${one} ${lock}`.execute(tx)
    return rows[0]
  }, id)
  return item && !item.deleted ? item : null
}

/** The same for an act of somebody who may not see it: then it isn't there. */
export async function holdSeenItem(
  tx: Transaction<DB>,
  id: number,
  viewerId: number,
  strength: 'share' | 'change' = 'share',
): Promise<HeldItem | null> {
  const item = await holdItem(tx, id, strength)
  if (!item || item.served) return item
  const { rows } = await sql`
    select from items i where i.id = ${item.id} and ${itemSeen(viewerId)}`.execute(tx)
  return rows.length > 0 ? item : null
}

/**
 * Holds many that are to change, each under its own id: a part of a statement, run once `first` is known. They are
 * locked in the order of ids and after members, as everywhere, so that no two wait for each other in a circle.
 */
export const holdingItems = (ids: number[], first = sql`true`) => sql`
  select ${held}, vote_count, adjustment from items
   where id = any (${ids}::integer[]) and ${first} order by id for no key update`
