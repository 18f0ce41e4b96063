import { sql } from 'kysely'
import { refuseTakenDownText } from '#domain/moderated-content.ts'
import { refuseRemovedDish } from '#domain/removed.ts'
import { categoryById } from '#domain/vocabulary/categories.ts'
import { tagsOf } from '#domain/vocabulary/tags.data.ts'
import { itemNotFound } from '#features/items/contract.ts'
import { nameKey } from '#features/items/names.ts'
import { badInput } from '#platform/contract/failure.ts'
import { violatesConstraint } from '#platform/server/database/database.ts'
import { rowById } from '#platform/server/database/row-by-id.ts'
import type { Tx } from '#platform/server/services.ts'
import { yoloAlreadySaved } from './contract.ts'
import type { LockedYolo } from './edit.server.ts'
import {
  findOrCreateItem,
  findItemIdByName,
  lockItemByName,
  lockChosenRestaurant,
  lockItems,
  lockRestaurantForAdding,
  withdrawVote,
} from './save.server.ts'
import { ownYolos, freeSlotIn } from './slots.server.ts'
import { removeOtherTags } from './tags.server.ts'

export type ItemChange = { name?: string; categoryId?: number; tags?: number[]; now: Date }
type Item = { name: string; key: string; categoryId: number; slot: number | null }

/**
 * Renames a yolo or gives it another category (rules: rename and move). If no other member has saved or upvoted the
 * item and the new name is free, the item itself changes; otherwise the yolo moves to another item. The caller must
 * have locked the owner and the yolo. Returns whether the owner's vote for the target item was withdrawn.
 */
export async function changeItemOfYolo(
  tx: Tx,
  yolo: LockedYolo,
  { now, ...wanted }: ItemChange,
): Promise<boolean> {
  const categoryId = wanted.categoryId ?? yolo.category_id
  if (groupOf(categoryId) !== groupOf(yolo.category_id))
    throw badInput({ fields: { categoryId: 'A food stays a food, and a drink a drink.' } })
  const item = await lockedItem(tx, yolo.item_id, { name: wanted.name, categoryId })
  const name = wanted.name ?? item.name
  const key = nameKey(name)
  if (wanted.name !== undefined) await refuseName(tx, yolo, name)

  const alone = !(await hasOthers(tx, yolo))
  const sameCategory = categoryId === yolo.category_id
  if (sameCategory && key === item.name_key) {
    // Only the spelling changes. If other members share the item, it keeps the name that they know.
    if (alone && name !== item.name)
      await tx.updateTable('items').set({ name }).where('id', '=', item.id).execute()
    return false
  }
  const slot = sameCategory ? yolo.slot : await freeSlotIn(tx, yolo.user_id, categoryId)
  const tagIds = tagsOf(categoryId).map(({ id }) => id)
  await removeOtherTags(tx, yolo.id, tagIds)
  const namesake = await lockItemByName(tx, item.restaurant_id, categoryId, key)
  await refuseRemovedDish(
    tx,
    { restaurantId: item.restaurant_id, categoryId, name, key },
    { userId: yolo.user_id, now, field: 'new_name' },
  )
  const isFree = !namesake || namesake.id === item.id
  if (alone && isFree && (await changeItem(tx, yolo, { name, key, categoryId, slot }))) return false

  const target = await findOrCreateItem(
    tx,
    await lockChosenRestaurant(tx, item.restaurant_id),
    categoryId,
    name,
  )
  const same = await ownYolos(tx, yolo.user_id)
    .where('y.item_id', '=', target.id)
    .executeTakeFirst()
  if (same) throw yoloAlreadySaved({ yolo: same })
  // Triggers update the rest: `yolos_updated` both items' counts, `yolos_updated_enter` the contest entries, and
  // `yolos_filled` the yolo's cell.
  await tx
    .updateTable('yolos')
    .set({ item_id: target.id, category_id: categoryId, slot, updated_at: now, moved_at: now })
    .where('id', '=', yolo.id)
    .execute()
  return withdrawVote(tx, target.id, yolo.user_id)
}

/** Throws if a name has no letters, or an admin took down such a text of the yolo's member. */
async function refuseName(tx: Tx, { user_id }: LockedYolo, name: string): Promise<void> {
  if (!nameKey(name)) throw badInput({ fields: { new_name: 'Please fill this in.' } })
  await refuseTakenDownText(tx, { userId: user_id, yoloId: null }, name, 'new_name')
}

const itemColumns = ['id', 'name', 'name_key', 'restaurant_id', 'deleted_at'] as const

/**
 * Locks the item of a locked yolo, after its restaurant and together with the item to which the yolo may move. Saves
 * and votes lock items too, so nobody else can save or upvote these two until the transaction ends.
 */
async function lockedItem(tx: Tx, id: number, to: { name?: string; categoryId: number }) {
  const found = await rowById(tx, 'items', id, itemColumns)
  if (!found || found.deleted_at) throw itemNotFound()
  const { restaurant_id: restaurant } = found
  await lockRestaurantForAdding(tx, sql`id = ${restaurant}`)
  const key = nameKey(to.name ?? found.name)
  await lockItems(tx, [id, await findItemIdByName(tx, restaurant, to.categoryId, key)])
  const item = await rowById(tx, 'items', id, itemColumns)
  if (!item || item.deleted_at) throw itemNotFound()
  return item
}

const groupOf = (categoryId: number) => categoryById(categoryId)?.group

/**
 * Returns whether others have saved the item, also if they deleted it and can still restore it, voted for it or reported
 * it, or an admin adjusted its count: what they did is about its name.
 */
async function hasOthers(tx: Tx, { item_id, user_id }: LockedYolo): Promise<boolean> {
  const { rows } = await sql<{ others: boolean }>`
    select exists (select from yolos where item_id = ${item_id} and user_id <> ${user_id})
        or exists (select from votes where item_id = ${item_id} and user_id <> ${user_id})
        or exists (select from deleted_yolos where item_id = ${item_id} and user_id <> ${user_id})
        or exists (select from item_reports where item_id = ${item_id} and user_id <> ${user_id})
        or exists (select from items where id = ${item_id} and adjustment <> 0) as others`.execute(
    tx,
  )
  return rows[0]!.others
}

/**
 * Changes the item and its yolo. Returns false if someone else has just created an item of that name. One statement
 * updates both rows, because a foreign key requires their categories to match. That it is on the menu was said of the
 * name before.
 */
async function changeItem(tx: Tx, yolo: LockedYolo, { name, key, categoryId, slot }: Item) {
  await sql`savepoint change_item`.execute(tx)
  try {
    await sql`
      with item as (
        update items set name = ${name}, name_key = ${key}, category_id = ${categoryId}, confirmed_at = null
         where id = ${yolo.item_id})
      update yolos set category_id = ${categoryId}, slot = ${slot} where id = ${yolo.id}`.execute(
      tx,
    )
    await sql`release savepoint change_item`.execute(tx)
    return true
  } catch (error) {
    if (!violatesConstraint(error, 'items_name')) throw error
    await sql`rollback to savepoint change_item`.execute(tx)
    return false
  }
}
