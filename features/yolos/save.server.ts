import { sql, type RawBuilder } from 'kysely'
import { optionalDishName } from '#domain/shapes.ts'
import { lockMember } from '#domain/locks/lock-member.ts'
import { quota } from '#domain/quota.ts'
import { isSpecialUser, specialUserId } from '#domain/vocabulary/roles.ts'
import { tagsOf } from '#domain/vocabulary/tags.data.ts'
import { itemNotFound } from '#features/items/contract.ts'
import { nameKey } from '#features/items/names.ts'
import type { NoticeKind } from '#features/notifications/contract.ts'
import { savedNoticesSql, withdrawNotices } from '#features/notifications/notify.server.ts'
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

/** Saves a favorite in one transaction. If `outId` is given, that favorite is deleted to make room. */
export async function saveYolo(
  services: Services,
  viewer: Viewer,
  input: Requested,
  outId?: number,
) {
  const { database, clock } = services
  const { categoryId } = input
  const tags = [...new Set(input.tags)]
  checkTags(categoryId, tags)
  const shownName = isSpecialUser(viewer) ? parseShownName(input.userName) : null
  return transact(database, async (tx) => {
    // One of an unverified member's saves may succeed, so they run one after another.
    if (!viewer.verified) await lockMember(tx, viewer.id)
    const place = input.itemId
      ? await requestedItem(tx, input.itemId, input)
      : await findOrCreateItem(
          tx,
          sql`r.place_id = ${input.placeId ?? ''}`,
          categoryId,
          input.itemName,
        )
    if (outId) await makeRoom(tx, viewer, outId, categoryId)
    const description = input.description ?? ''
    const yolo = { categoryId, itemId: place.itemId, description, shownName, tags }
    return { id: await insertYolo(tx, viewer, yolo, clock.now()), categoryId, ...place }
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

/** SQL for the lowest free slot of a member in a category; null if there is none. */
export const freeSlotSql = (userId: number, categoryId: number) => sql<number | null>`(
  select min(s.slot) from generate_series(1, ${sql.lit(quota)}) s (slot)
   where ${userId} <> ${sql.lit(specialUserId)}
     and not exists (select from yolos y where (y.user_id, y.category_id, y.slot) = (${userId}, ${categoryId}, s.slot)))`

type NewYolo = {
  categoryId: number
  itemId: number
  description: string
  shownName: string | null
  tags: number[]
}

/**
 * Inserts a favorite in a free slot of its category, with the notices of it. Its keys decide whether there is room; only
 * if they refuse it, the reason is looked up. User 20 has no quota and takes no slot. The trigger yolos_inserted withdraws
 * the member's vote and recounts the item.
 */
async function insertYolo(tx: Tx, viewer: Viewer, yolo: NewYolo, now: Date): Promise<number> {
  const { categoryId, itemId, description, shownName, tags } = yolo
  const { rows } = await sql<{ id: number }>`
    ${preparedStatementComment}
    with notices as (${savedNoticesSql({ actorId: viewer.id, itemId, at: now })})
    insert into yolos (user_id, item_id, category_id, slot, description, shown_name, tags, created_at)
    select ${viewer.id}, ${itemId}, ${categoryId}, slot, ${description}, ${shownName},
           array(select unnest(${tags}::smallint[]) order by 1), ${now}::timestamptz
      from (select ${freeSlotSql(viewer.id, categoryId)} as slot) free
     where (slot is not null or ${isSpecialUser(viewer)})
       and (${viewer.verified} or not exists (select from yolos where user_id = ${viewer.id}))
    on conflict do nothing returning id`.execute(tx)
  if (rows[0]) return rows[0].id
  const own = await ownYolos(tx, viewer.id).execute()
  const same = own.find((yolo) => yolo.itemId === itemId)
  if (same) throw yoloAlreadySaved({ yolo: same })
  if (!viewer.verified && own.length > 0) throw mustVerifyToSaveYolo()
  if (inSlots(own, categoryId).length === quota) throw quotaError(own, categoryId)
  // Another save took the slot meanwhile, and the next one is free.
  return insertYolo(tx, viewer, yolo, now)
}

/** Returns the refusal with the category's three favorites. */
export const quotaError = (own: OwnYolo[], categoryId: number) =>
  quotaFilled({ yolos: inSlots(own, categoryId) })

const inSlots = (own: OwnYolo[], category: number) =>
  own.filter(({ categoryId, slot }) => categoryId === category && slot !== null)

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

type Item = { itemId: number; itemName: string }
type Restaurant = {
  restaurantId: number
  restaurantName: string
  cityName: string
  citySlug: string
}
/** As the answer to a save names them. */
type ItemOfRestaurant = Item & Restaurant
type State = { isGone: boolean; isClosed: boolean }

const restaurantSql = sql`
  r.id as "restaurantId", r.name as "restaurantName", r.city_label as "cityName", r.city_slug as "citySlug",
  r.deleted_at is not null as "isGone", r.hidden_at is not null and not r.unconfirmed as "isClosed"`

/** Throws if nothing may be added at the restaurant, because it is unknown, deleted or closed. */
function requireOpen<T extends State>(restaurant: T | undefined): Omit<T, keyof State> {
  if (!restaurant) throw badInput({ fields: { placeId: 'We don’t know this place.' } })
  const { isGone, isClosed, ...place } = restaurant
  if (isGone) throw restaurantGone()
  if (isClosed) throw restaurantClosed()
  return place
}

/** Returns the item of an id. Throws if it isn't of the category and the restaurant that the caller names. */
async function requestedItem(tx: Tx, id: number, requested: Requested): Promise<ItemOfRestaurant> {
  const { rows } = await sql<ItemOfRestaurant & State & { categoryId: number; placeId: string }>`
    ${preparedStatementComment}
    select i.id as "itemId", i.name as "itemName", i.category_id as "categoryId", r.place_id as "placeId", ${restaurantSql}
      from items i join restaurants r on r.id = i.restaurant_id
     where i.id = ${id} and i.deleted_at is null`.execute(tx)
  if (!rows[0]) throw itemNotFound()
  const { categoryId, placeId, ...item } = rows[0]
  if (categoryId !== requested.categoryId)
    throw badInput({ fields: { itemId: 'This item is in another category.' } })
  if (requested.placeId && requested.placeId !== placeId)
    throw badInput({ fields: { itemId: 'This item belongs to another restaurant.' } })
  return requireOpen(item)
}

/**
 * Returns an open restaurant's item of a name: a new one, which the trigger items_facts gives the restaurant's facts, or
 * the one that has the name or was merged with it. `where` selects the restaurant `r`.
 */
export async function findOrCreateItem(
  tx: Tx,
  where: RawBuilder<unknown>,
  categoryId: number,
  name: string | null | undefined,
  field = 'itemName',
): Promise<ItemOfRestaurant> {
  const key = nameKey(name ?? '')
  if (!name || !key) throw badInput({ fields: { [field]: 'Please fill this in.' } })
  const { rows } = await sql<Restaurant & State & { created: Item | null }>`
    ${preparedStatementComment}
    with created as (
      insert into items (restaurant_id, category_id, name, name_key, latitude, longitude, cell5)
      select r.id, ${categoryId}, ${name}, ${key}, r.latitude, r.longitude, r.cell5 from restaurants r
       where ${where} and r.deleted_at is null and (r.hidden_at is null or r.unconfirmed)
      on conflict do nothing returning id as "itemId", name as "itemName")
    select ${restaurantSql}, to_json(created) as created from restaurants r left join created on true where ${where}`.execute(
    tx,
  )
  const { created, ...restaurant } = requireOpen(rows[0])
  const { restaurantId } = restaurant
  const item = created ?? (await itemOfName(tx, { restaurantId, categoryId, key }, field))
  return { ...item, ...restaurant }
}

type Named = { restaurantId: number; categoryId: number; key: string }

async function itemOfName(tx: Tx, named: Named, field: string): Promise<Item> {
  const { restaurantId, categoryId, key } = named
  const { rows } = await sql<Item & { isDeleted: boolean }>`
    select i.id as "itemId", i.name as "itemName", i.deleted_at is not null as "isDeleted"
      from items n join items i on i.id = coalesce(n.merged_into, n.id)
     where (n.restaurant_id, n.category_id, n.name_key) = (${restaurantId}, ${categoryId}, ${key})`.execute(
    tx,
  )
  if (!rows[0]) throw new RetryableConflictError('The item of this name was renamed meanwhile.')
  const { isDeleted, ...item } = rows[0]
  if (isDeleted)
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
