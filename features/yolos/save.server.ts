import { sql } from 'kysely'
import { optionalDishName } from '#domain/shapes.ts'
import { lockMember } from '#domain/locks/lock-member.ts'
import { quota } from '#domain/quota.ts'
import { isSpecialUser, specialUserId } from '#domain/vocabulary/roles.ts'
import { tagsOf } from '#domain/vocabulary/tags.data.ts'
import { itemNotFound } from '#features/items/contract.ts'
import { nameKey } from '#features/items/names.ts'
import type { NoticeKind } from '#features/notifications/contract.ts'
import { notifySaved, withdrawNotices } from '#features/notifications/notify.server.ts'
import type { ParsedInputOf } from '#platform/contract/call.ts'
import { badInput, notYours } from '#platform/contract/failure.ts'
import {
  preparedStatementComment,
  RetryableConflictError,
  transact,
} from '#platform/server/database/database.ts'
import { rowById } from '#platform/server/database/row-by-id.ts'
import type { Viewer } from '#platform/server/http/handler.ts'
import type { Services, Tx } from '#platform/server/services.ts'
import {
  mustVerifyToSaveYolo,
  quotaFilled,
  restaurantClosed,
  restaurantGone,
  swapNeedsSameCategory,
  yoloAlreadySaved,
  yoloNotFound,
  type addYolo,
} from './contract.ts'

type Requested = ParsedInputOf<typeof addYolo>
type Item = { id: number; name: string }

/** Saves a favorite in one transaction. If `outId` is given, that favorite is deleted to make room. */
export async function saveYolo(
  services: Services,
  viewer: Viewer,
  input: Requested,
  outId?: number,
) {
  const { database, clock } = services
  const { categoryId } = input
  const tags = input.tags ?? []
  checkTags(categoryId, tags)
  const shownName = isSpecialUser(viewer) ? parseShownName(input.userName) : null
  return transact(database, async (tx) => {
    // Saves and votes of one member run one after another.
    await lockMember(tx, viewer.id)
    const existing = input.itemId ? await requestedItem(tx, input.itemId, input) : null
    const restaurant = await (existing
      ? openRestaurant(tx, 'id', existing.restaurant_id)
      : openRestaurant(tx, 'place_id', input.placeId ?? ''))
    const item = existing ?? (await findOrCreateItem(tx, restaurant, categoryId, input.itemName))
    if (outId) await makeRoom(tx, viewer, outId, categoryId)
    const placed = { viewer, categoryId, itemId: item.id, now: clock.now() }
    const id = await insertYolo(tx, placed, input.description ?? '', shownName)
    await addTags(tx, id, tags)
    await notifySaved(tx, { actorId: viewer.id, itemId: item.id, at: clock.now() })
    return {
      id,
      itemId: item.id,
      itemName: item.name,
      categoryId,
      restaurantId: restaurant.id,
      restaurantName: restaurant.name,
      cityName: restaurant.city_label,
      citySlug: restaurant.city_slug,
    }
  })
}

/** Deletes the viewer's favorite that makes room for another one of its category. */
async function makeRoom(tx: Tx, viewer: Viewer, outId: number, categoryId: number): Promise<void> {
  const out = await rowById(tx, 'yolos', outId, ['user_id', 'category_id', 'item_id'], 'update')
  if (!out) throw yoloNotFound()
  if (out.user_id !== viewer.id) throw notYours()
  if (out.category_id !== categoryId) throw swapNeedsSameCategory()
  await deleteFavorite(tx, { id: outId, ...out })
}

type Favorite = { id: number; user_id: number; item_id: number }

/**
 * Deletes a favorite with the notices of it; the trigger yolos_deleted recounts its item. Returns the name of its photo,
 * whose files are still there.
 */
export async function deleteFavorite(tx: Tx, { id, user_id, item_id }: Favorite) {
  const { rows } = await sql<{ name: string }>`
    with photo as (select name from photos where yolo_id = ${id}),
         gone as (delete from yolos where id = ${id})
    select name from photo`.execute(tx)
  const kinds: NoticeKind[] = ['followed-yolo', 'nearby']
  await withdrawNotices(tx, { kinds, actorId: user_id, itemId: item_id })
  return rows[0]?.name ?? null
}

type Placed = { viewer: Viewer; categoryId: number; itemId: number; now: Date }

/** SQL for the lowest free slot of a member in a category; null if there is none. */
export const freeSlotSql = (userId: number, categoryId: number) => sql<number | null>`(
  select min(s.slot) from generate_series(1, ${sql.lit(quota)}) s (slot)
   where ${userId} <> ${sql.lit(specialUserId)}
     and not exists (select from yolos y where (y.user_id, y.category_id, y.slot) = (${userId}, ${categoryId}, s.slot)))`

/**
 * Inserts a favorite in a free slot of its category. Its keys decide whether there is room; only if they refuse it, the
 * reason is looked up. User 20 has no quota and takes no slot. The trigger yolos_inserted withdraws the member's vote and
 * recounts the item.
 */
async function insertYolo(
  tx: Tx,
  { viewer, categoryId, itemId, now }: Placed,
  description: string,
  shownName: string | null,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    ${preparedStatementComment} insert into yolos (user_id, item_id, category_id, slot, description, shown_name, created_at)
    select ${viewer.id}, ${itemId}, ${categoryId}, slot, ${description}, ${shownName}, ${now}::timestamptz
      from (select ${freeSlotSql(viewer.id, categoryId)} as slot) free
     where (slot is not null or ${isSpecialUser(viewer)})
       and (${viewer.verified} or not exists (select from yolos where user_id = ${viewer.id}))
    on conflict do nothing returning id`.execute(tx)
  if (rows[0]) return rows[0].id
  const own = await ownYolos(tx, viewer.id).execute()
  const same = own.find((yolo) => yolo.itemId === itemId)
  if (same) throw yoloAlreadySaved({ yolo: same })
  if (!viewer.verified && own.length > 0) throw mustVerifyToSaveYolo()
  throw quotaError(own, categoryId)
}

/** Returns the refusal with the category's three favorites. */
export const quotaError = (own: OwnYolo[], categoryId: number) =>
  quotaFilled({
    yolos: own.filter((yolo) => yolo.categoryId === categoryId && yolo.slot !== null),
  })

type OwnYolo = NonNullable<Awaited<ReturnType<ReturnType<typeof ownYolos>['executeTakeFirst']>>>

export const ownYolos = (tx: Tx, userId: number) =>
  tx
    .selectFrom('yolos as y')
    .innerJoin('items as i', 'i.id', 'y.item_id')
    .innerJoin('restaurants as r', 'r.id', 'i.restaurant_id')
    .select(['y.id', 'y.slot', 'y.category_id as categoryId', 'y.item_id as itemId'])
    .select(['y.description', 'i.name as itemName', 'r.name as restaurantName'])
    .where('y.user_id', '=', userId)
    .orderBy('y.created_at')
    .orderBy('y.id')

/** Returns the item of an id. Throws if it isn't of the category and the restaurant that the caller names. */
async function requestedItem(tx: Tx, id: number, { categoryId, placeId }: Requested) {
  const item = await tx
    .selectFrom('items as i')
    .innerJoin('restaurants as r', 'r.id', 'i.restaurant_id')
    .select(['i.id', 'i.name', 'i.category_id', 'i.restaurant_id'])
    .select('r.place_id')
    .where('i.id', '=', id)
    .where('i.deleted_at', 'is', null)
    .executeTakeFirst()
  if (!item) throw itemNotFound()
  if (item.category_id !== categoryId)
    throw badInput({ fields: { itemId: 'This item is in another category.' } })
  if (placeId && placeId !== item.place_id)
    throw badInput({ fields: { itemId: 'This item belongs to another restaurant.' } })
  return item
}

/** Returns the restaurant at which something is added. Throws if it is unknown, deleted or closed. */
export async function openRestaurant(tx: Tx, column: 'id' | 'place_id', value: number | string) {
  const restaurant = await tx
    .selectFrom('restaurants')
    .select(['id', 'name', 'latitude', 'longitude', 'cell5', 'city_label', 'city_slug'])
    .select(['deleted_at', 'hidden_at', 'unconfirmed'])
    .where(column, '=', value)
    .modifyEnd(preparedStatementComment)
    .executeTakeFirst()
  if (!restaurant) throw badInput({ fields: { placeId: 'We don’t know this place.' } })
  if (restaurant.deleted_at) throw restaurantGone()
  if (restaurant.hidden_at && !restaurant.unconfirmed) throw restaurantClosed()
  return restaurant
}

type AddedTo = Pick<
  Awaited<ReturnType<typeof openRestaurant>>,
  'id' | 'latitude' | 'longitude' | 'cell5'
>

/**
 * Returns the restaurant's item of a name, the one that it was merged into, or a new one, which the trigger items_facts
 * gives the restaurant's facts.
 */
export async function findOrCreateItem(
  tx: Tx,
  { id: restaurantId, latitude, longitude, cell5 }: AddedTo,
  categoryId: number,
  name: string | null | undefined,
  field = 'itemName',
): Promise<Item> {
  const key = nameKey(name ?? '')
  if (!name || !key) throw badInput({ fields: { [field]: 'Please fill this in.' } })
  const named = { restaurant_id: restaurantId, category_id: categoryId, name_key: key }
  const created = await tx
    .insertInto('items')
    .values({ ...named, name, latitude, longitude, cell5 })
    .onConflict((conflict) => conflict.doNothing())
    .returning(['id', 'name'])
    .modifyEnd(preparedStatementComment)
    .executeTakeFirst()
  if (created) return created
  const { rows } = await sql<Item & { deleted_at: Date | null }>`
    select i.id, i.name, i.deleted_at
      from items n join items i on i.id = coalesce(n.merged_into, n.id)
     where (n.restaurant_id, n.category_id, n.name_key) = (${restaurantId}, ${categoryId}, ${key})`.execute(
    tx,
  )
  const item = rows[0]
  if (!item) throw new RetryableConflictError('The item of this name was renamed meanwhile.')
  if (item.deleted_at)
    throw badInput({
      fields: { [field]: 'We removed this dish. Choose another one, or write to us (see About).' },
    })
  return item
}

export function parseShownName(userName: string | null | undefined): string | null {
  const name = optionalDishName.safeParse(userName ?? '')
  if (!name.success)
    throw badInput({ fields: { userName: name.error.issues[0]?.message ?? 'This can’t be used.' } })
  return name.data || null
}

/** Throws if a tag doesn't belong to the category. */
export function checkTags(categoryId: number, tags: number[]): void {
  const allowed = new Set(tagsOf(categoryId).map(({ id }) => id))
  if (!tags.every((tag) => allowed.has(tag)))
    throw badInput({ fields: { tags: 'These tags belong to another category.' } })
}

/** Adds tags to a yolo. Tags that it already has are ignored. The trigger yolos_updated recounts its item. */
export async function addTags(tx: Tx, yoloId: number, tags: number[]): Promise<void> {
  if (tags.length === 0) return
  await sql`
    update yolos set tags = array(select distinct unnest(tags || ${tags}::smallint[]) order by 1)
     where id = ${yoloId}`.execute(tx)
}
