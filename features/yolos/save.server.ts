import { sql, type RawBuilder, type Selectable } from 'kysely'
import { lockVisibleItem, mergedIdSql, restaurantVisibleToViewerSql } from '#domain/merged.ts'
import { optionalDishName } from '#domain/shapes.ts'
import { isAdmin, isSpecialUser } from '#domain/vocabulary/roles.ts'
import { takeReportsOfText, refuseTakenDownText } from '#domain/moderated-content.ts'
import { refuseRemovedDish } from '#domain/removed.ts'
import { itemNotFound } from '#features/items/contract.ts'
import { notifySaved } from '#features/notifications/notify.server.ts'
import { nameKey } from '#features/items/names.ts'
import { refuseRenamed } from '#features/items/renamed.server.ts'
import type { ParsedInputOf } from '#platform/contract/call.ts'
import { badInput, notLoggedIn, notYours } from '#platform/contract/failure.ts'
import {
  RetryableConflictError,
  preparedStatementComment,
  transact,
} from '#platform/server/database/database.ts'
import type { Viewer } from '#platform/server/http/handler.ts'
import { rowById } from '#platform/server/database/row-by-id.ts'
import type { DB } from '#platform/server/database/schema.ts'
import type { Database, Services, Tx } from '#platform/server/services.ts'
import {
  swapNeedsSameCategory,
  restaurantClosed,
  restaurantGone,
  yoloNotFound,
  type addYolo,
} from './contract.ts'
import type { FavouriteColumns } from './favourite-columns.server.ts'
import { removeYolo } from './remove.server.ts'
import { slotForNewYolo } from './slots.server.ts'
import { addTags, checkTags } from './tags.server.ts'

type Wanted = ParsedInputOf<typeof addYolo>
type Item = { id: number; name: string; upvote_count: number }

/** Saves a favorite in one transaction. If `outId` is given, that favorite is deleted to make room. */
export async function saveYolo(services: Services, viewer: Viewer, asked: Wanted, outId?: number) {
  const { database, clock } = services
  const wanted = { ...asked, placeId: await placeIdOf(database, asked.placeId, viewer) }
  const { categoryId, itemId, description } = wanted
  const tags = wanted.tags ?? []
  checkTags(categoryId, tags)
  const said: FavouriteColumns = {
    description: description ?? '',
    shown_name: isSpecialUser(viewer) ? parseShownName(wanted.userName) : null,
  }
  if (!itemId && !wanted.placeId)
    throw badInput({ fields: { placeId: 'Say which restaurant this is.' } })
  if (!itemId && !nameKey(wanted.itemName ?? ''))
    throw badInput({ fields: { itemName: 'Please fill this in.' } })

  const saving = transact(database, async (tx) => {
    // This lock makes all saves and votes of one member run one after another.
    const member = await tx
      .selectFrom('users')
      .select(['email_verified_at', 'counts'])
      .where('id', '=', viewer.id)
      .forNoKeyUpdate()
      .modifyEnd(preparedStatementComment)
      .executeTakeFirst()
    if (!member) throw notLoggedIn()
    const out = outId ? await lockReplacedYolo(tx, viewer, outId, categoryId) : null

    const existing = itemId ? await itemWanted(tx, itemId, wanted, { viewer, out }) : null
    const wantedRestaurant = existing?.restaurant_id ?? wanted.placeId!
    const restaurant = await lockVisibleRestaurant(tx, wantedRestaurant, viewer)
    if (out && !existing) {
      const key = nameKey(wanted.itemName!)
      const namesake = await findItemIdByName(tx, restaurant.id, categoryId, key)
      await lockItems(tx, [out.item_id, namesake])
    }
    const item = await itemToSave(tx, { existing, restaurant }, wanted, [viewer.id, clock.now()])
    // `out` is deleted only now, because a trigger then locks its item, which must come after the locks above.
    if (out) await removeYolo(tx, viewer, out.id, clock.now())

    const slot = await slotForNewYolo(tx, {
      userId: viewer.id,
      categoryId,
      itemId: item.id,
      verified: member.email_verified_at !== null,
    })
    await refuseTakenDownText(tx, { userId: viewer.id, yoloId: null }, said.description)
    // Triggers update the item's counts (`yolos_inserted`, counts.sql) and contest entries (`yolos_inserted_enter`,
    // contests.sql).
    const yolo = await tx
      .insertInto('yolos')
      .values({
        user_id: viewer.id,
        item_id: item.id,
        category_id: categoryId,
        slot,
        ...said,
        created_at: clock.now(),
      })
      .returning('id')
      .modifyEnd(preparedStatementComment)
      .executeTakeFirstOrThrow()
    await takeReportsOfText(tx, { userId: viewer.id, yoloId: yolo.id }, said.description)
    await addTags(tx, yolo.id, tags)
    await notifySaved(tx, { actorId: viewer.id, itemId: item.id, at: clock.now() })
    const voteWithdrawn = await withdrawVote(tx, item.id, viewer.id)
    const { upvote_count: upvoteCount } = voteWithdrawn
      ? (await rowById(tx, 'items', item.id, ['upvote_count']))!
      : item
    return {
      id: yolo.id,
      itemId: item.id,
      itemName: item.name,
      restaurantName: restaurant.name,
      categoryId,
      restaurantId: restaurant.id,
      cityName: restaurant.city_label,
      citySlug: restaurant.city_slug,
      voteWithdrawn,
      upvoteCount,
      unconfirmed: restaurant.unconfirmed && !member.counts,
    }
  })
  return saving
}

/** Locks and returns the favorite that makes room for another. */
async function lockReplacedYolo(tx: Tx, viewer: Viewer, outId: number, categoryId: number) {
  const columns = ['id', 'user_id', 'category_id', 'item_id'] as const
  const out = await rowById(tx, 'yolos', outId, columns, 'update')
  if (!out) throw yoloNotFound()
  if (out.user_id !== viewer.id) throw notYours()
  if (out.category_id !== categoryId) throw swapNeedsSameCategory()
  return out
}

type Found = { existing: (Item & { name_key: string }) | null; restaurant: RestaurantToAdd }

/** Returns the item to save: the existing one, or that of the name typed. Throws if an admin removed theirs of this name, or took such a text of theirs down. */
async function itemToSave(
  tx: Tx,
  { existing, restaurant }: Found,
  { categoryId, itemName }: Wanted,
  [userId, now]: [number, Date],
): Promise<Item> {
  const name = existing?.name ?? itemName!
  const key = existing?.name_key ?? nameKey(name)
  const dish = { restaurantId: restaurant.id, categoryId, name, key }
  await refuseRemovedDish(tx, dish, { userId, now, field: 'itemName' })
  if (!existing) await refuseTakenDownText(tx, { userId, yoloId: null }, name, 'itemName')
  return existing ?? findOrCreateItem(tx, restaurant, categoryId, name)
}

export function parseShownName(userName: string | null | undefined): string | null {
  const name = optionalDishName.safeParse(userName ?? '')
  if (!name.success)
    throw badInput({ fields: { userName: name.error.issues[0]?.message ?? 'This can’t be used.' } })
  return name.data || null
}

/**
 * Converts our own id of a restaurant to its place id, because a device that chose the restaurant offline may know only
 * our id. These ids are easy to guess, so the viewer must be able to see the restaurant. Returns any other value
 * unchanged.
 */
async function placeIdOf(database: Database, place: Wanted['placeId'], viewer: Viewer) {
  if (!place || !/^\d{1,9}$/.test(place)) return place
  const numbered = await database
    .selectFrom('restaurants as r')
    .select('r.place_id')
    .where('r.id', '=', Number(place))
    .where(restaurantVisibleToViewerSql(viewer.id))
    .executeTakeFirst()
  return numbered?.place_id ?? place
}

/**
 * Locks and returns the item of an `itemId`. Throws if its category or restaurant differs from the payload, or
 * its name from the expected one, unless it was merged into another item.
 */
async function itemWanted(
  tx: Tx,
  wantedId: number,
  { categoryId, placeId, expectedName }: Wanted,
  { viewer, out }: { viewer: Viewer; out: { item_id: number } | null },
) {
  const id = wantedId
  await lockRestaurantForAdding(tx, sql`id = (select restaurant_id from items where id = ${id})`)
  if (out) await lockItems(tx, [out.item_id, id])
  // Item ids are easy to guess, so the viewer must be able to see the item, even if they know its restaurant's place id.
  const held = await lockVisibleItem(tx, wantedId, viewer.id, 'change')
  if (!held) throw itemNotFound()
  const columns = [
    'id',
    'name',
    'name_key',
    'upvote_count',
    'category_id',
    'restaurant_id',
  ] as const
  const item = (await rowById(tx, 'items', held.id, columns))!
  if (item.category_id !== categoryId)
    throw badInput({ fields: { itemId: 'This item is in another category.' } })
  refuseRenamed(item, wantedId, expectedName)
  if (!placeId) return item
  const place = await tx
    .selectFrom('restaurants')
    .select(mergedIdSql('restaurants').as('id'))
    .where('place_id', '=', placeId)
    .executeTakeFirst()
  if (place?.id !== item.restaurant_id)
    throw badInput({ fields: { itemId: 'This item belongs to another restaurant.' } })
  return item
}

const unknownPlace = () => badInput({ fields: { placeId: 'We don’t know this place.' } })

type RestaurantToAdd = Pick<
  Selectable<DB['restaurants']>,
  | ('id' | 'name' | 'latitude' | 'longitude' | 'cell5' | 'city_label' | 'city_slug')
  | ('hidden_at' | 'unconfirmed' | 'added_by' | 'deleted_at' | 'merged_into')
>

/**
 * Locks the restaurant that an SQL condition selects, before a favorite or dish is added to it. An unconfirmed
 * restaurant gets a lock for an update, because the favorite may confirm it, and two saves that share a lock can't both
 * upgrade it.
 */
export async function lockRestaurantForAdding(tx: Tx, which: RawBuilder<unknown>) {
  const { rows } = await sql<RestaurantToAdd>`
    ${preparedStatementComment} with unconfirmed as (
      select id from restaurants where ${which} and unconfirmed for no key update)
    select id, name, latitude, longitude, cell5, city_label, city_slug, hidden_at, unconfirmed, added_by,
           deleted_at, merged_into
      from restaurants where ${which} and (select count(*) from unconfirmed) >= 0 for share`.execute(
    tx,
  )
  return rows[0]
}

/** Locks items in the order of their ids, before a transaction changes them one after another. */
export const lockItems = (tx: Tx, ids: (number | undefined)[]) =>
  sql`
    select from items where id = any (${ids.filter((id) => id !== undefined)}::integer[])
     order by id for update`.execute(tx)

/**
 * Returns a restaurant by our id or the provider's place id. Locks it, so
 * that it can't be closed before the item is added. Throws if it is unknown, closed or deleted.
 */
export async function lockChosenRestaurant(tx: Tx, which: number | string) {
  // A provider's id of a merged restaurant belongs to the one that stayed.
  const restaurant = await lockRestaurantForAdding(
    tx,
    typeof which === 'number'
      ? sql`id = ${which}`
      : sql`id = (select coalesce(merged_into, id) from restaurants where place_id = ${which})`,
  )
  if (!restaurant) throw unknownPlace()
  if (restaurant.deleted_at) throw restaurantGone()
  if (restaurant.hidden_at && !restaurant.unconfirmed) throw restaurantClosed()
  return restaurant
}

/**
 * Like `lockChosenRestaurant`, but also throws if the viewer may not see the restaurant. Their dish would make public
 * what an unverified member wrote, which the viewer has never seen (rules: missing restaurants).
 */
async function lockVisibleRestaurant(tx: Tx, which: number | string, viewer: Viewer) {
  const restaurant = await lockChosenRestaurant(tx, which)
  if (restaurant.unconfirmed && restaurant.added_by !== viewer.id && !isAdmin(viewer))
    throw unknownPlace()
  return restaurant
}

/** Locks and returns the restaurant's item of this name, or the item that one of this name was merged into. */
export async function lockItemByName(
  tx: Tx,
  restaurantId: number,
  categoryId: number,
  key: string,
): Promise<Item | undefined> {
  const { rows } = await sql<Item & { removed: boolean }>`
    ${preparedStatementComment} select i.id, i.name, i.upvote_count, i.deleted_at is not null as removed
      from items named join items i on i.id = coalesce(named.merged_into, named.id)
     where named.restaurant_id = ${restaurantId} and named.category_id = ${categoryId} and named.name_key = ${key}
       for no key update of i`.execute(tx)
  if (rows[0]?.removed) {
    const message = 'We removed this dish. Choose another one, or write to us (see About).'
    throw badInput({ message, fields: { itemName: message } })
  }
  return rows[0]
}

/** Like `lockItemByName`, but returns only the id and locks nothing. */
export async function findItemIdByName(
  tx: Tx,
  restaurantId: number,
  categoryId: number,
  key: string,
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select coalesce(i.merged_into, i.id) as id from items i
     where i.restaurant_id = ${restaurantId} and i.category_id = ${categoryId} and i.name_key = ${key}`.execute(
    tx,
  )
  return rows[0]?.id
}

export async function findOrCreateItem(
  tx: Tx,
  restaurant: RestaurantToAdd,
  categoryId: number,
  name: string,
): Promise<Item> {
  const key = nameKey(name)
  // A second round is needed if another member creates the item between our select and our insert, and a third if that
  // item is deleted at the same moment.
  for (let round = 0; round < 3; round++) {
    const there = await lockItemByName(tx, restaurant.id, categoryId, key)
    if (there) return there
    const made = await tx
      .insertInto('items')
      .values({
        restaurant_id: restaurant.id,
        category_id: categoryId,
        name,
        name_key: key,
        latitude: restaurant.latitude,
        longitude: restaurant.longitude,
        cell5: restaurant.cell5,
      })
      .onConflict((conflict) =>
        conflict.columns(['restaurant_id', 'category_id', 'name_key']).doNothing(),
      )
      .returning(['id', 'name', 'upvote_count'])
      .modifyEnd(preparedStatementComment)
      .executeTakeFirst()
    if (made) return made
  }
  throw new RetryableConflictError('An item was made and deleted three times over.')
}

/**
 * Deletes a member's vote for an item that they have saved, because the favorite counts by itself (rules: votes).
 * Returns whether there was a vote.
 */
export async function withdrawVote(tx: Tx, itemId: number, userId: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    ${preparedStatementComment} delete from votes where item_id = ${itemId} and user_id = ${userId}`.execute(
    tx,
  )
  return numAffectedRows! > 0n
}
