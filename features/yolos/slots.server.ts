import { sql } from 'kysely'
import { freeSlot } from '#domain/quota.ts'
import { isSpecialUser } from '#domain/vocabulary/roles.ts'
import { preparedStatementComment } from '#platform/server/database/database.ts'
import type { Tx } from '#platform/server/services.ts'
import { yoloAlreadySaved, quotaFilled, mustVerifyToSaveYolo } from './contract.ts'

type Wanted = { userId: number; categoryId: number; itemId: number; verified: boolean }
type OwnYolo = NonNullable<Awaited<ReturnType<ReturnType<typeof ownYolos>['executeTakeFirst']>>>

/** Returns a slot for a new favorite, or null for user 20, who has no quota. The caller must have locked the member. */
export async function slotForNewYolo(
  tx: Tx,
  { userId, categoryId, itemId, verified }: Wanted,
): Promise<number | null> {
  const own = ownYolos(tx, userId)
  const noQuota = isSpecialUser({ id: userId })
  // All yolos of an item have its category, so the category's yolos include any yolo of the same item.
  const looked = noQuota ? own.where('y.item_id', '=', itemId) : inCategory(own, categoryId)
  const found = await looked.modifyEnd(preparedStatementComment).execute()
  const same = found.find((yolo) => yolo.itemId === itemId)
  if (same) throw yoloAlreadySaved({ yolo: same })
  if (!verified && (await own.limit(1).executeTakeFirst())) throw mustVerifyToSaveYolo()
  return noQuota ? null : freeAmong(found)
}

/** Returns a free slot of the category, or null for user 20, who has no quota. Throws `quotaFilled` if none is free. */
export async function freeSlotIn(
  tx: Tx,
  userId: number,
  categoryId: number,
): Promise<number | null> {
  if (isSpecialUser({ id: userId })) return null
  return freeAmong(await inCategory(ownYolos(tx, userId), categoryId).execute())
}

const inCategory = (yolos: ReturnType<typeof ownYolos>, categoryId: number) =>
  yolos.where('y.category_id', '=', categoryId).orderBy('y.created_at').orderBy('y.id')

function freeAmong(yolos: OwnYolo[]): number {
  const slot = freeSlot(yolos.map((yolo) => yolo.slot))
  if (!slot) throw quotaFilled({ yolos })
  return slot
}

export const ownYolos = (tx: Tx, userId: number) =>
  tx
    .selectFrom('yolos as y')
    .innerJoin('items as i', 'i.id', 'y.item_id')
    .innerJoin('restaurants as r', 'r.id', 'i.restaurant_id')
    .select(['y.id', 'y.slot', 'y.item_id as itemId', 'y.description'])
    .select(['i.name as itemName', 'r.name as restaurantName'])
    .select(sql<boolean>`exists (select from photos where yolo_id = y.id)`.as('hasPhoto'))
    .where('y.user_id', '=', userId)
    .where('i.deleted_at', 'is', null)
