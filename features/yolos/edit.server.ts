import { sql } from 'kysely'
import { recordAudit } from '#domain/audit.ts'
import { categoryById } from '#domain/vocabulary/categories.ts'
import { isAdmin, isSpecialUser, canEditYoloOf } from '#domain/vocabulary/roles.ts'
import { tagsOf } from '#domain/vocabulary/tags.data.ts'
import { yoloJsonSql } from '#features/items/cards.server.ts'
import { itemNotFound, type Card } from '#features/items/contract.ts'
import { nameKey } from '#features/items/names.ts'
import { photoServicesOf, removePicture } from '#features/photos/store.server.ts'
import type { OutputOf } from '#platform/contract/call.ts'
import { badInput, notYours } from '#platform/contract/failure.ts'
import {
  RetryableConflictError,
  transact,
  violatesConstraint,
} from '#platform/server/database/database.ts'
import { implementCall, type Viewer } from '#platform/server/http/handler.ts'
import { rowById } from '#platform/server/database/row-by-id.ts'
import type { Services, Tx } from '#platform/server/services.ts'
import {
  addMoreTags,
  deleteYolo,
  editYolo,
  moveYolo,
  renameYolo,
  setTags,
  yoloAlreadySaved,
  yoloNotFound,
  yolosToEdit,
} from './contract.ts'
import {
  addTags,
  checkTags,
  deleteFavorite,
  findOrCreateItem,
  freeSlotSql,
  ownYolos,
  parseShownName,
  quotaError,
} from './save.server.ts'

type Edited = OutputOf<typeof editYolo>
type LockedYolo = Awaited<ReturnType<typeof lockYolo>>

/** Helpers that change one yolo in a transaction. */
function changesOf({ database, clock }: Services) {
  /** Records an admin's change of another member's yolo in the audit. */
  const audit = async (
    { tx, viewer, yolo }: { tx: Tx; viewer: Viewer; yolo: LockedYolo },
    action: string,
    before: Edited,
    after: Edited | null,
  ) => {
    if (yolo.user_id === viewer.id) return
    const at = clock.now()
    const memberId = yolo.user_id
    await recordAudit(tx, viewer, action, `yolo ${yolo.id}`, {
      before: { ...before, memberId },
      after: after && { ...after, memberId },
      at,
    })
  }

  /** Changes one yolo and returns it as it is then. An admin's change of another member's is recorded in the audit. */
  const change = (
    viewer: Viewer,
    id: number,
    action: string,
    work: (tx: Tx, yolo: LockedYolo) => Promise<unknown>,
  ): Promise<Edited> =>
    transact(database, async (tx) => {
      const yolo = await lockYolo(tx, viewer, id)
      const before = await shownYolo(tx, id)
      await work(tx, yolo)
      const after = await shownYolo(tx, id)
      await audit({ tx, viewer, yolo }, action, before, after)
      return after
    })

  /** Renames a yolo or moves it to another category. */
  const move = (viewer: Viewer, id: number, action: string, to: Target) =>
    change(viewer, id, action, async (tx, yolo) => {
      await changeItemOfYolo(tx, yolo, to, clock.now()).catch(retryIfTaken)
      await addTags(tx, id, to.tags ?? [])
    })

  /** Adds `tags` to a yolo. With `isWhole`, all its other tags are removed. */
  async function changeTags(viewer: Viewer, id: number, tags: number[], isWhole: boolean) {
    const action = isWhole ? 'yolo.set-tags' : 'yolo.add-tags'
    const { yoloTags } = await change(viewer, id, action, async (tx, yolo) => {
      checkTags(yolo.category_id, tags)
      if (isWhole) await removeOtherTags(tx, id, tags)
      await addTags(tx, id, tags)
    })
    return { id, yoloTags }
  }

  return { audit, change, move, changeTags }
}

export const editHandlers = (services: Services) => {
  const { database, clock } = services
  const { audit, change, move, changeTags } = changesOf(services)
  const tools = photoServicesOf(services)
  return [
    implementCall(editYolo, ({ input: { id, description, userName }, viewer }) => {
      const shownName = parseShownName(isSpecialUser(viewer) ? userName : null)
      return change(viewer, id, 'yolo.edit', (tx, yolo) =>
        tx
          .updateTable('yolos')
          .set({
            updated_at: clock.now(),
            ...(description !== undefined && { description: description ?? '' }),
            ...(isSpecialUser({ id: yolo.user_id }) && shownName && { shown_name: shownName }),
          })
          .where('id', '=', id)
          .execute(),
      )
    }),

    implementCall(renameYolo, ({ input: { yoloId, new_name: name }, viewer }) =>
      move(viewer, yoloId, 'yolo.rename', { name }),
    ),

    implementCall(moveYolo, async ({ input: { yoloId, categoryId, tags = [] }, viewer }) => {
      checkTags(categoryId, tags)
      return move(viewer, yoloId, 'yolo.move', { categoryId, tags })
    }),

    implementCall(addMoreTags, ({ input: { yoloId, tags }, viewer }) =>
      changeTags(
        viewer,
        yoloId,
        tags.map(({ tagId }) => tagId),
        false,
      ),
    ),

    implementCall(setTags, ({ input: { id, tags }, viewer }) =>
      changeTags(
        viewer,
        id,
        tags.map((tag) => (typeof tag === 'number' ? tag : tag.tagId)),
        true,
      ),
    ),

    implementCall(deleteYolo, async ({ input: { yoloId: id }, viewer }) => {
      const photo = await transact(database, async (tx) => {
        const yolo = await lockYolo(tx, viewer, id)
        const before = await shownYolo(tx, id)
        const photo = await deleteFavorite(tx, yolo)
        await audit({ tx, viewer, yolo }, 'yolo.delete', before, null)
        return photo
      })
      if (photo) await removePicture(tools, photo)
      return { id }
    }),

    implementCall(yolosToEdit, async ({ input: { id }, viewer }) => {
      const item = await rowById(database, 'items', id, ['deleted_at'])
      if (!item || item.deleted_at) throw itemNotFound()
      const { rows } = await sql<{ yolo: Card['yolos'][number] }>`
        select ${yoloJsonSql(null, true)} as yolo from yolos y join users u on u.id = y.user_id
         where y.item_id = ${id} and (${isAdmin(viewer)} or y.user_id = ${viewer.id})
         order by y.user_id = ${viewer.id} desc, y.description <> '' desc, y.created_at desc
         limit 100`.execute(database)
      return rows.map(({ yolo }) => yolo)
    }),
  ]
}

/** Locks a yolo that the viewer may edit. */
async function lockYolo(tx: Tx, viewer: Viewer, id: number) {
  const columns = ['id', 'user_id', 'item_id', 'category_id', 'slot'] as const
  const yolo = await rowById(tx, 'yolos', id, columns, 'update')
  if (!yolo) throw yoloNotFound()
  if (!canEditYoloOf(viewer, yolo.user_id)) throw notYours()
  return yolo
}

const keys = ['yolos_user_id_category_id_slot_key', 'yolos_user_id_item_id_key', 'items_name']

/** What another transaction took meanwhile is seen by the next attempt. */
function retryIfTaken(error: unknown): never {
  throw keys.some((key) => violatesConstraint(error, key))
    ? new RetryableConflictError('Another change took the slot or the name.')
    : error
}

type Target = { name?: string; categoryId?: number; tags?: number[] }

/**
 * Renames a yolo or gives it another category. If nobody else's yolo or vote is on the item and the new name is free, the
 * item itself changes; otherwise the yolo moves to the item of that name.
 */
async function changeItemOfYolo(tx: Tx, yolo: LockedYolo, to: Target, now: Date): Promise<void> {
  const categoryId = to.categoryId ?? yolo.category_id
  if (groupOf(categoryId) !== groupOf(yolo.category_id))
    throw badInput({ fields: { categoryId: 'A food stays a food, and a drink a drink.' } })
  const item = await lockItem(tx, yolo.item_id)
  const name = to.name ?? item.name
  const key = nameKey(name)
  if (!key) throw badInput({ fields: { new_name: 'Please fill this in.' } })

  const isAlone = !(await hasOthers(tx, yolo))
  const isSameCategory = categoryId === yolo.category_id
  if (isSameCategory && key === item.name_key) {
    // Only the spelling changes. If other members share the item, it keeps the name that they know.
    if (isAlone) await tx.updateTable('items').set({ name }).where('id', '=', item.id).execute()
    return
  }
  const slot = isSameCategory ? yolo.slot : await slotIn(tx, yolo.user_id, categoryId)
  await removeOtherTags(
    tx,
    yolo.id,
    tagsOf(categoryId).map(({ id }) => id),
  )
  if (isAlone && (await changeItem(tx, yolo, { name, key, categoryId, slot }))) return

  const where = sql`r.id = ${item.restaurant_id}`
  const { itemId } = await findOrCreateItem(tx, where, categoryId, name, 'new_name')
  const own = ownYolos(tx, yolo.user_id).where('y.item_id', '=', itemId)
  const same = await own.executeTakeFirst()
  if (same) throw yoloAlreadySaved({ yolo: same })
  // The trigger yolos_updated recounts both items and withdraws the member's vote.
  await tx
    .updateTable('yolos')
    .set({ item_id: itemId, category_id: categoryId, slot, updated_at: now, moved_at: now })
    .where('id', '=', yolo.id)
    .execute()
}

const groupOf = (categoryId: number) => categoryById(categoryId)?.group

async function lockItem(tx: Tx, id: number) {
  const columns = ['id', 'name', 'name_key', 'restaurant_id', 'deleted_at'] as const
  const item = await rowById(tx, 'items', id, columns, 'no key update')
  if (!item || item.deleted_at) throw itemNotFound()
  return item
}

async function slotIn(tx: Tx, userId: number, categoryId: number): Promise<number | null> {
  if (isSpecialUser({ id: userId })) return null
  const { rows } = await sql<{ slot: number | null }>`
    select ${freeSlotSql(userId, categoryId)} as slot`.execute(tx)
  const { slot } = rows[0]!
  if (slot === null) throw quotaError(await ownYolos(tx, userId).execute(), categoryId)
  return slot
}

/** Returns whether others have saved the item or voted for it, or an admin adjusted its count. */
async function hasOthers(tx: Tx, { item_id, user_id }: LockedYolo): Promise<boolean> {
  const { rows } = await sql<{ others: boolean }>`
    select exists (select from yolos where item_id = ${item_id} and user_id <> ${user_id})
        or exists (select from votes where item_id = ${item_id} and user_id <> ${user_id})
        or exists (select from items where id = ${item_id} and adjustment <> 0) as others`.execute(
    tx,
  )
  return rows[0]!.others
}

type NewItem = { name: string; key: string; categoryId: number; slot: number | null }

/**
 * Changes the item and its yolo, unless another item has that name. One statement updates both rows, because a foreign
 * key requires their categories to match. That the dish is on the menu was said of the name before. The
 * trigger items_searched updates its words.
 */
async function changeItem(tx: Tx, yolo: LockedYolo, { name, key, categoryId, slot }: NewItem) {
  const { rows } = await sql`
    with item as (
      update items i set name = ${name}, name_key = ${key}, category_id = ${categoryId}, confirmed_at = null
       where i.id = ${yolo.item_id} and not exists (
         select from items o where o.id <> i.id
            and (o.restaurant_id, o.category_id, o.name_key) = (i.restaurant_id, ${categoryId}, ${key}))
      returning i.id)
    update yolos y set category_id = ${categoryId}, slot = ${slot} from item
     where y.id = ${yolo.id} returning y.id`.execute(tx)
  return rows.length > 0
}

/** Removes all tags of a yolo except these. */
const removeOtherTags = (tx: Tx, yoloId: number, tags: number[]) =>
  sql`
    update yolos set tags = array(select unnest(tags) intersect select unnest(${tags}::smallint[]) order by 1)
     where id = ${yoloId}`.execute(tx)

async function shownYolo(tx: Tx, id: number): Promise<Edited> {
  const { rows } = await sql<Edited>`
    select y.id, y.item_id as "itemId", i.name as "itemName", y.category_id as "categoryId", y.description,
           coalesce(y.shown_name, u.user_name) as "userName",
           (select coalesce(jsonb_agg(jsonb_build_object('tagId', tag) order by tag), '[]')
              from unnest(y.tags) tag) as "yoloTags"
      from yolos y join items i on i.id = y.item_id join users u on u.id = y.user_id
     where y.id = ${id}`.execute(tx)
  if (!rows[0]) throw yoloNotFound()
  return rows[0]
}
