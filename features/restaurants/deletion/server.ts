import { sql, type Transaction } from 'kysely'
import { recordAudit } from '#domain/audit.ts'
import { undoDecision } from '#domain/decisions.ts'
import { lockWithYolos } from '#domain/locks/lock-order.ts'
import { removalUndoFor } from '#domain/removed.ts'
import { itemNotFound } from '#features/items/contract.ts'
import { restaurantNotFound } from '../contract.ts'
import { removeYolos } from '#features/yolos/remove.server.ts'
import { reinsertYolosOf } from '#features/yolos/reinsert.server.ts'
import { lockRestaurantForAdding } from '#features/yolos/save.server.ts'
import { violatesConstraint, transact } from '#platform/server/database/database.ts'
import { implementCall } from '#platform/server/http/handler.ts'
import type { DB } from '#platform/server/database/schema.ts'
import type { Services } from '#platform/server/services.ts'
import {
  deleteItem,
  deleteRestaurant,
  nameTaken,
  nameTakenBy,
  deletionNotFound,
  restaurantDeleted,
  restoreItem,
  restoreRestaurant,
} from './contract.ts'

type Tx = Transaction<DB>
type Actor = { id: number; actingUserId: number | null }
export type DeletableKind = 'item' | 'restaurant'
type Restored = { yolos: { restored: number; left: number } }

/** Deletes a dish or a restaurant with the yolos on it. Returns null if it doesn't exist or is already deleted. */
export async function deleteSubject(
  tx: Tx,
  actor: Actor,
  kind: DeletableKind,
  id: number,
  now: Date,
  after: { reason?: string } = {},
) {
  const table = kind === 'item' ? 'items' : 'restaurants'
  await lockWithYolos(tx, kind, [id])
  const found = await sql<{ name: string }>`
    select name from ${sql.table(table)} where id = ${id} and deleted_at is null`.execute(tx)
  const thing = found.rows[0]
  if (!thing) return null
  const items = kind === 'item' ? sql`id = ${id}` : sql`restaurant_id = ${id}`
  const { rows } = await sql<{ id: number }>`
    select y.id from yolos y join items i on i.id = y.item_id where i.${items} order by y.id`.execute(
    tx,
  )
  const subject = `${kind} ${id}`
  if (rows.length > 0)
    await removeYolos(
      tx,
      actor,
      rows.map((yolo) => yolo.id),
      new Date(now.getTime() + removalUndoFor),
      subject,
    )
  await tx.updateTable(table).set({ deleted_at: now }).where('id', '=', id).execute()
  const before = { name: thing.name, yolos: rows.length }
  await recordAudit(tx, actor, `${kind}.delete`, subject, { before, after, at: now })
  return { id, deleted: true as const }
}

/** Restores a deleted dish or restaurant with the yolos on it. Returns null if it isn't deleted or was merged. */
export async function restoreDeleted(
  tx: Tx,
  actor: Actor,
  kind: DeletableKind,
  id: number,
  now: Date,
): Promise<Restored | null> {
  const subject = `${kind} ${id}`
  const members = await lockOwnersOfDeleted(tx, subject)
  if (kind === 'item') {
    const which = sql`id = (select restaurant_id from items where id = ${id})`
    const restaurant = await lockRestaurantForAdding(tx, which)
    // Nobody would see the item, but it would take a place of each of its members.
    if (restaurant?.deleted_at) throw restaurantDeleted()
  }
  await lockWithYolos(tx, kind, [id])
  if (!(await markRestored(tx, kind, id))) return null
  const undoing = { actorId: actor.id, at: now, reopen: true }
  await undoDecision(tx, { about: kind, id }, 'remove', undoing)
  // The queue of restaurants that closed at their source decides about the place.
  if (kind === 'restaurant')
    await tx
      .updateTable('report_decisions')
      .set({ restored_at: now, restored_by: actor.id })
      .where('subject', '=', `place ${id}`)
      .where('decision', '=', 'remove')
      .where('restored_at', 'is', null)
      .execute()
  const yolos = await reinsertYolosOf(tx, { kind, id, members, now })
  await recordAudit(tx, actor, `${kind}.restore`, subject, {
    before: {},
    after: { ...yolos },
    at: now,
  })
  return { yolos }
}

/** Returns false if it isn't deleted or was merged. Throws if another dish has its name by now, and says which. */
async function markRestored(tx: Tx, kind: DeletableKind, id: number): Promise<boolean> {
  await sql`savepoint mark_restored`.execute(tx)
  try {
    const { numUpdatedRows } = await tx
      .updateTable(kind === 'item' ? 'items' : 'restaurants')
      .set({ deleted_at: null })
      .where('id', '=', id)
      .where('deleted_at', 'is not', null)
      .where('merged_into', 'is', null)
      .executeTakeFirstOrThrow()
    await sql`release savepoint mark_restored`.execute(tx)
    return numUpdatedRows > 0n
  } catch (error) {
    if (!violatesConstraint(error, 'items_name')) throw error
    await sql`rollback to savepoint mark_restored`.execute(tx)
    const { rows } = await sql<{ id: number; name: string }>`
      select o.id, o.name from items i
        join items o using (restaurant_id, category_id, name_key)
       where i.id = ${id} and o.deleted_at is null`.execute(tx)
    throw nameTaken(rows[0] && { message: nameTakenBy(rows[0]) })
  }
}

/** Locks the members whose yolos were deleted with a dish or restaurant, before anything else is locked to restore it. */
export async function lockOwnersOfDeleted(tx: Tx, subject: string): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select id from users
     where id in (select user_id from deleted_yolos where removed_with = ${subject})
     order by id for no key update`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

export const deletionHandlers = ({ database, clock }: Services) => {
  const removing = async (actor: Actor, kind: DeletableKind, id: number) => {
    const gone = await transact(database, (tx) => deleteSubject(tx, actor, kind, id, clock.now()))
    if (!gone) throw kind === 'item' ? itemNotFound() : restaurantNotFound()
    return gone
  }
  const restoring = async (actor: Actor, kind: DeletableKind, id: number) => {
    const back = await transact(database, (tx) => restoreDeleted(tx, actor, kind, id, clock.now()))
    if (!back) throw deletionNotFound()
    return { id, deleted: false as const, ...back }
  }
  return [
    implementCall(deleteItem, ({ input: { itemId }, viewer }) => removing(viewer, 'item', itemId)),
    implementCall(deleteRestaurant, ({ input: { restaurantId }, viewer }) =>
      removing(viewer, 'restaurant', restaurantId),
    ),
    implementCall(restoreItem, ({ input: { itemId }, viewer }) =>
      restoring(viewer, 'item', itemId),
    ),
    implementCall(restoreRestaurant, ({ input: { restaurantId }, viewer }) =>
      restoring(viewer, 'restaurant', restaurantId),
    ),
  ]
}
