import { sql, type Transaction } from 'kysely'
import { freeSlot } from '#domain/quota.ts'
import { dishNameIfAny } from '#domain/shapes.ts'
import { isSpecialUser } from '#domain/vocabulary/roles.ts'
import { itemNotFound } from '#features/items/contract.ts'
import { nameKey } from '#features/items/names.ts'
import { holdItem, itemLedTo, leadsTo, readLedTo } from '#domain/merged.ts'
import type { ParsedInputOf } from '#platform/contract/call.ts'
import { badInput, notLoggedIn, notYours } from '#platform/contract/failure.ts'
import { Overtaken, prepared, transact } from '#platform/server/database.ts'
import type { Viewer } from '#platform/server/http/handler.ts'
import type { DB } from '#platform/server/schema.ts'
import type { Services } from '#platform/server/services.ts'
import {
  alreadyYours,
  quotaFilled,
  restaurantClosed,
  restaurantGone,
  verifyFirst,
  yoloNotFound,
  type addYolo,
} from './contract.ts'
import { otherCategory } from './edit.contract.ts'
import { tagsAreOf } from './tags.server.ts'
import { withdrawVote } from './withdraw-vote.server.ts'

type Wanted = ParsedInputOf<typeof addYolo>
type Tx = Transaction<DB>
type Restaurant = Awaited<ReturnType<typeof restaurantOf>>
type Item = Named & { restaurant_id: number; category_id: number }
type Named = { id: number; name: string; upvote_count: number }

/** Saves a favourite, all or nothing; `outId` is a favourite that makes room for it. */
export function saveYolo(
  { database, clock }: Services,
  viewer: Viewer,
  wanted: Wanted,
  outId?: number,
) {
  const { categoryId, itemId, description } = wanted
  const tags = [...new Set(wanted.tags ?? [])]
  if (!tagsAreOf(categoryId, tags))
    throw badInput({ fields: { tags: 'These tags belong to another category.' } })
  const shownName = isSpecialUser(viewer) ? typedName(wanted.userName) : null
  if (!itemId && !wanted.placeId)
    throw badInput({ fields: { placeId: 'Say which restaurant this is.' } })
  if (!itemId && !nameKey(wanted.itemName ?? ''))
    throw badInput({ fields: { itemName: 'Please fill this in.' } })

  return transact(database, async (tx) => {
    // The lock makes one member's saves and votes follow one another, whatever they are about.
    const member = await tx
      .selectFrom('users')
      .select('email_verified_at')
      .where('id', '=', viewer.id)
      .forNoKeyUpdate()
      .modifyEnd(prepared)
      .executeTakeFirst()
    if (!member) throw notLoggedIn()
    if (outId) await makeRoom(tx, viewer, outId, categoryId)

    const item = itemId ? await itemNamed(tx, itemId, wanted) : null
    const restaurant = await restaurantOf(tx, item ? item.restaurant_id : wanted.placeId!)
    const dish = item ?? (await joinOrMake(tx, restaurant, categoryId, wanted.itemName!))
    const { id, name } = dish

    const slot = await slotFor(tx, viewer, categoryId, id, member.email_verified_at !== null)
    // Its item's counts follow by `yolos_inserted` (counts.sql), its contest entries by `yolos_inserted_enter` (contests.sql).
    const yolo = await tx
      .insertInto('yolos')
      .values({
        user_id: viewer.id,
        item_id: id,
        category_id: categoryId,
        slot,
        description: description ?? '',
        shown_name: shownName,
        created_at: clock.now(),
      })
      .returning('id')
      .modifyEnd(prepared)
      .executeTakeFirstOrThrow()
    if (tags.length > 0)
      await sql`
        ${prepared} insert into yolo_tags (yolo_id, tag_id)
        select ${yolo.id}::integer, unnest(${tags}::integer[])`.execute(tx)
    const voteWithdrawn = await withdrawVote(tx, id, viewer.id)
    const { upvote_count: upvoteCount } = voteWithdrawn ? await countOf(tx, id) : dish
    return {
      id: yolo.id,
      itemId: id,
      itemName: name,
      categoryId,
      restaurantId: restaurant.id,
      restaurantName: restaurant.name,
      cityName: restaurant.city_label,
      citySlug: restaurant.city_slug,
      voteWithdrawn,
      upvoteCount,
    }
  })
}

const countOf = (tx: Tx, itemId: number) =>
  tx.selectFrom('items').select('upvote_count').where('id', '=', itemId).executeTakeFirstOrThrow()

async function makeRoom(tx: Tx, viewer: Viewer, outId: number, categoryId: number) {
  const out = await tx
    .selectFrom('yolos')
    .select(['user_id', 'category_id'])
    .where('id', '=', outId)
    .forUpdate()
    .executeTakeFirst()
  if (!out) throw yoloNotFound()
  if (out.user_id !== viewer.id) throw notYours()
  if (out.category_id !== categoryId) throw otherCategory()
  await tx.deleteFrom('yolos').where('id', '=', outId).execute()
}

export function typedName(userName: string | null | undefined): string | null {
  const name = dishNameIfAny.safeParse(userName ?? '')
  if (!name.success)
    throw badInput({ fields: { userName: name.error.issues[0]?.message ?? 'This can’t be used.' } })
  return name.data || null
}

/** The item of an `itemId`, which must be what the rest of the payload says. */
async function itemNamed(tx: Tx, wantedId: number, wanted: Wanted): Promise<Item> {
  // The restaurant before its item, as everywhere.
  await tx
    .selectFrom('restaurants as r')
    .innerJoin('items as i', 'i.restaurant_id', 'r.id')
    .select('r.id')
    .where('i.id', '=', await itemLedTo(tx, wantedId))
    .forShare('r')
    .execute()
  const held = await holdItem(tx, wantedId, 'change')
  if (!held) throw itemNotFound()
  const item = await tx
    .selectFrom('items')
    .select(['id', 'name', 'upvote_count', 'category_id', 'restaurant_id'])
    .where('id', '=', held.id)
    .executeTakeFirstOrThrow()
  if (item.category_id !== wanted.categoryId)
    throw badInput({ fields: { itemId: 'This item is in another category.' } })
  const place =
    wanted.placeId &&
    (await tx
      .selectFrom('restaurants')
      .select(leadsTo('restaurants').as('id'))
      .where('place_id', '=', wanted.placeId)
      .executeTakeFirst())
  if (wanted.placeId && (!place || place.id !== item.restaurant_id))
    throw badInput({ fields: { itemId: 'This item belongs to another restaurant.' } })
  return item
}

const lockedRestaurant = (tx: Tx, which: number | string) =>
  tx
    .selectFrom('restaurants')
    .select([
      'id',
      'name',
      'latitude',
      'longitude',
      'cell5',
      'city_label',
      'city_slug',
      'hidden_at',
      'unconfirmed',
      'deleted_at',
      'merged_into',
    ])
    .where((is) => (typeof which === 'number' ? is('id', '=', which) : is('place_id', '=', which)))
    .forShare()
    .modifyEnd(prepared)
    .executeTakeFirst()

/**
 * By our number, or by the provider's place id; where it was merged, the one that stayed. The lock keeps
 * it open until the item stands in it.
 */
export async function restaurantOf(tx: Tx, which: number | string) {
  const restaurant = await readLedTo((id: number | string) => lockedRestaurant(tx, id), which)
  if (!restaurant) throw badInput({ fields: { placeId: 'We don’t know this place.' } })
  if (restaurant.deleted_at) throw restaurantGone()
  if (restaurant.hidden_at && !restaurant.unconfirmed) throw restaurantClosed()
  return restaurant
}

/** The item that had this name before it was merged. */
export const formerOf = (tx: Tx, restaurantId: number, categoryId: number, key: string) =>
  tx
    .selectFrom('items as former')
    .innerJoin('items as i', 'i.id', 'former.merged_into')
    .select(['i.id', 'i.name', 'i.upvote_count'])
    .where('former.restaurant_id', '=', restaurantId)
    .where('former.category_id', '=', categoryId)
    .where('former.name_key', '=', key)
    .where('former.name_leads', '=', true)
    .where('i.deleted_at', 'is', null)
    .limit(1)
    .forNoKeyUpdate('i')
    .modifyEnd(prepared)
    .executeTakeFirst()

export async function joinOrMake(
  tx: Tx,
  restaurant: Restaurant,
  categoryId: number,
  name: string,
): Promise<Named> {
  const key = nameKey(name)
  // The second round meets an item that another member made between our look and our insert; the
  // third, one that was deleted just then.
  for (let round = 0; round < 3; round++) {
    const there = await tx
      .selectFrom('items')
      .select(['id', 'name', 'upvote_count'])
      .where('restaurant_id', '=', restaurant.id)
      .where('category_id', '=', categoryId)
      .where('name_key', '=', key)
      .where('deleted_at', 'is', null)
      .forNoKeyUpdate()
      .modifyEnd(prepared)
      .executeTakeFirst()
    if (there) return there
    const former = await formerOf(tx, restaurant.id, categoryId, key)
    if (former) return former
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
        conflict
          .columns(['restaurant_id', 'category_id', 'name_key'])
          .where('deleted_at', 'is', null)
          .doNothing(),
      )
      .returning(['id', 'name', 'upvote_count'])
      .modifyEnd(prepared)
      .executeTakeFirst()
    if (made) return made
  }
  throw new Overtaken('An item was made and deleted three times over.')
}

/** The slot that a new favourite takes, under the member's lock; null for user 20, who has no quota. */
export async function slotFor(
  tx: Tx,
  viewer: { id: number },
  categoryId: number,
  itemId: number,
  verified: boolean,
): Promise<number | null> {
  const mine = ownYolos(tx, viewer.id)
  const noQuota = isSpecialUser(viewer)
  // A dish and its favourites are of one category.
  const asked = noQuota ? mine.where('y.item_id', '=', itemId) : inCategory(mine, categoryId)
  const here = await asked.modifyEnd(prepared).execute()
  const same = here.find((yolo) => yolo.itemId === itemId)
  if (same) throw alreadyYours({ yolo: asConflict(same) })
  if (!verified && (await mine.limit(1).executeTakeFirst())) throw verifyFirst()
  return noQuota ? null : freeAmong(here)
}

/** A free slot of the category; null for user 20, who has no quota. */
export async function slotIn(tx: Tx, userId: number, categoryId: number): Promise<number | null> {
  if (isSpecialUser({ id: userId })) return null
  return freeAmong(await inCategory(ownYolos(tx, userId), categoryId).execute())
}

const inCategory = (yolos: ReturnType<typeof ownYolos>, categoryId: number) =>
  yolos.where('y.category_id', '=', categoryId).orderBy('y.created_at').orderBy('y.id')

function freeAmong(here: OwnYolo[]): number {
  const slot = freeSlot(here.map((yolo) => yolo.slot))
  if (!slot) throw quotaFilled({ yolos: here.map(asConflict) })
  return slot
}

export const ownYolos = (tx: Tx, userId: number) =>
  tx
    .selectFrom('yolos as y')
    .innerJoin('items as i', 'i.id', 'y.item_id')
    .innerJoin('restaurants as r', 'r.id', 'i.restaurant_id')
    .select([
      'y.id',
      'y.slot',
      'y.item_id as itemId',
      'i.name as itemName',
      'r.name as restaurantName',
      'y.description',
    ])
    .where('y.user_id', '=', userId)

type OwnYolo = NonNullable<Awaited<ReturnType<ReturnType<typeof ownYolos>['executeTakeFirst']>>>
export const asConflict = ({ id, itemId, itemName, restaurantName, description }: OwnYolo) => ({
  id,
  itemId,
  itemName,
  restaurantName,
  description,
})
