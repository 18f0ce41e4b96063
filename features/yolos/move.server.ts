import { sql, type Transaction } from 'kysely'
import { categories } from '#domain/vocabulary/categories.ts'
import { tagsOf } from '#domain/vocabulary/tags.data.ts'
import { itemNotFound } from '#features/items/contract.ts'
import { nameKey } from '#features/items/names.ts'
import { badInput } from '#platform/contract/failure.ts'
import { breaks } from '#platform/server/database.ts'
import type { DB } from '#platform/server/schema.ts'
import { alreadyYours } from './contract.ts'
import type { Yolo } from './edit.server.ts'
import { formerOf, joinOrMake, restaurantOf, asConflict, slotIn, ownYolos } from './save.server.ts'
import { withdrawVote } from './withdraw-vote.server.ts'

type Tx = Transaction<DB>
type Wanted = { name?: string; categoryId?: number; now: Date }

const groupOf = (categoryId: number) => categories.find(({ id }) => id === categoryId)?.group

/**
 * Renames a yolo or gives it another category (rules: rename and move): the item itself changes while nobody else
 * has a part in it, else the yolo moves. The caller holds the locks of owner and yolo. True where the owner's vote for
 * what it moved to was withdrawn.
 */
export async function moveTo(tx: Tx, yolo: Yolo, wanted: Wanted): Promise<boolean> {
  const categoryId = wanted.categoryId ?? yolo.category_id
  if (groupOf(categoryId) !== groupOf(yolo.category_id))
    throw badInput({ fields: { categoryId: 'A food stays a food, and a drink a drink.' } })
  // Saves and votes lock this row too, so nobody can join the item from here on.
  const item = await tx
    .selectFrom('items')
    .select(['id', 'name', 'name_key', 'restaurant_id'])
    .where('id', '=', yolo.item_id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!item) throw itemNotFound()
  const name = wanted.name ?? item.name
  const key = nameKey(name)
  if (!key) throw badInput({ fields: { new_name: 'Please fill this in.' } })
  const sameItem = key === item.name_key && categoryId === yolo.category_id
  if (sameItem && name === item.name) return false

  const alone = !(await hasOthers(tx, yolo))
  if (sameItem) {
    // Only its spelling: others who keep the dish keep the name that they know.
    if (alone) await tx.updateTable('items').set({ name }).where('id', '=', item.id).execute()
    return false
  }
  const slot =
    categoryId === yolo.category_id ? yolo.slot : await slotIn(tx, yolo.user_id, categoryId)
  await tx
    .deleteFrom('yolo_tags')
    .where('yolo_id', '=', yolo.id)
    .where('tag_id', 'not in', [0, ...tagsOf(categoryId).map(({ id }) => id)])
    .execute()
  const namesake = await tx
    .selectFrom('items')
    .select('id')
    .where('restaurant_id', '=', item.restaurant_id)
    .where('category_id', '=', categoryId)
    .where('name_key', '=', key)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  const former = await formerOf(tx, item.restaurant_id, categoryId, key)
  const taken = namesake ?? (former?.id === item.id ? undefined : former)
  if (alone && !taken && (await changeItem(tx, yolo, { name, key, categoryId, slot }))) return false

  const target = await joinOrMake(tx, await restaurantOf(tx, item.restaurant_id), categoryId, name)
  const same = await ownYolos(tx, yolo.user_id)
    .where('y.item_id', '=', target.id)
    .executeTakeFirst()
  if (same) throw alreadyYours({ yolo: asConflict(same) })
  // Both items' counts follow by `yolos_updated`, contest entries by `yolos_updated_enter`, its place by `yolos_filled`.
  await tx
    .updateTable('yolos')
    .set({ item_id: target.id, category_id: categoryId, slot, updated_at: wanted.now })
    .where('id', '=', yolo.id)
    .execute()
  return withdrawVote(tx, target.id, yolo.user_id)
}

async function hasOthers(tx: Tx, { item_id, user_id }: Yolo): Promise<boolean> {
  const { rows } = await sql<{ others: boolean }>`
    select exists (select from yolos where item_id = ${item_id} and user_id <> ${user_id})
        or exists (select from votes where item_id = ${item_id} and user_id <> ${user_id}) as others`.execute(
    tx,
  )
  return rows[0]?.others ?? false
}

type Changed = { name: string; key: string; categoryId: number; slot: number | null }

/** False where another made an item of that name just now. One statement, for the category's key binds both rows. */
async function changeItem(tx: Tx, yolo: Yolo, { name, key, categoryId, slot }: Changed) {
  await sql`savepoint change_item`.execute(tx)
  try {
    await sql`
      with item as (
        update items set name = ${name}, name_key = ${key}, category_id = ${categoryId}
         where id = ${yolo.item_id})
      update yolos set category_id = ${categoryId}, slot = ${slot} where id = ${yolo.id}`.execute(
      tx,
    )
    await sql`release savepoint change_item`.execute(tx)
    return true
  } catch (error) {
    if (!breaks(error, 'items_name')) throw error
    await sql`rollback to savepoint change_item`.execute(tx)
    return false
  }
}
