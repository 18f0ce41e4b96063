import { sql, type RawBuilder } from 'kysely'
import { recordAudit } from '#domain/audit.ts'
import { quota } from '#domain/quota.ts'
import { specialUserId } from '#domain/vocabulary/roles.ts'
import { itemNotFound } from '#features/items/contract.ts'
import { transact } from '#platform/server/database/database.ts'
import { implementCall } from '#platform/server/http/handler.ts'
import type { JobQueue } from '#platform/server/jobs/jobs.ts'
import type { Services, Tx } from '#platform/server/services.ts'
import { restaurantNotFound } from '../contract.ts'
import {
  deleteItem,
  deleteRestaurant,
  notDeleted,
  restaurantDeleted,
  restoreItem,
  restoreRestaurant,
} from './contract.ts'

// A deleted item or restaurant is hidden, and so are the yolos on it, which leave their members' quota: their slot is
// null. Its name stays in the unique index, so that it isn't added again.

type Actor = { id: number; actingUserId: number | null }
export type DeletableKind = 'item' | 'restaurant'

const itemsOf = (kind: DeletableKind, id: number) =>
  kind === 'item' ? sql`i.id = ${id}` : sql`i.restaurant_id = ${id}`

/** Deletes an item, or a restaurant with its items. Returns null if it doesn't exist or is already deleted. */
export async function deleteSubject(
  tx: Tx,
  actor: Actor,
  kind: DeletableKind,
  id: number,
  now: Date,
  after: { reason?: string } = {},
) {
  const { rows } = await sql<{ name: string }>`
    update ${sql.table(`${kind}s`)} set deleted_at = ${now} where id = ${id} and deleted_at is null
    returning name`.execute(tx)
  if (!rows[0]) return null
  await sql`
    update items i set deleted_at = ${now} where ${itemsOf(kind, id)} and i.deleted_at is null`.execute(
    tx,
  )
  await sql`
    update yolos y set slot = null from items i where i.id = y.item_id and ${itemsOf(kind, id)}`.execute(
    tx,
  )
  await recordAudit(tx, actor, `${kind}.delete`, `${kind} ${id}`, {
    before: rows[0],
    after,
    at: now,
  })
  return { id, deleted: true as const }
}

/** Restores what was deleted. Returns null if it isn't deleted or was merged. */
export async function restoreDeleted(
  tx: Tx,
  actor: Actor,
  kind: DeletableKind,
  id: number,
  now: Date,
) {
  const { rows } = await sql<{ at: Date; name: string; isOrphan: boolean }>`
    select t.deleted_at as at, t.name, ${
      kind === 'item'
        ? sql`exists (select from restaurants r where r.id = t.restaurant_id and r.deleted_at is not null)`
        : sql`false`
    } as "isOrphan"
      from ${sql.table(`${kind}s`)} t
     where t.id = ${id} and t.deleted_at is not null and t.merged_into is null for update`.execute(
    tx,
  )
  const [found] = rows
  if (!found) return null
  if (found.isOrphan) throw restaurantDeleted()
  await sql`update ${sql.table(`${kind}s`)} set deleted_at = null where id = ${id}`.execute(tx)
  // What an admin had deleted by itself before stays deleted.
  await sql`
    update items i set deleted_at = null
     where ${itemsOf(kind, id)} and i.deleted_at = ${found.at} and i.merged_into is null`.execute(
    tx,
  )
  const lostYolos = await refillSlots(tx, itemsOf(kind, id))
  await recordAudit(tx, actor, `${kind}.restore`, `${kind} ${id}`, {
    before: { name: found.name },
    after: { lostYolos },
    at: now,
  })
  return { lostYolos }
}

/**
 * Gives the yolos of restored items free slots, and deletes those for which their members have none left. Returns how
 * many these are.
 */
export async function refillSlots(tx: Tx, items: RawBuilder<unknown>): Promise<number> {
  await sql`
    with waiting as (
      select y.id, y.user_id, y.category_id,
             row_number() over (partition by y.user_id, y.category_id order by y.created_at, y.id) as nth
        from yolos y join items i on i.id = y.item_id
       where ${items} and i.deleted_at is null and y.slot is null and y.user_id <> ${specialUserId})
    update yolos y set slot = free.slot
      from waiting w
     cross join lateral (
       select s.slot, row_number() over (order by s.slot) as nth from generate_series(1, ${quota}::integer) s (slot)
        where not exists (select from yolos o where (o.user_id, o.category_id, o.slot) = (w.user_id, w.category_id, s.slot))) free
     where y.id = w.id and free.nth = w.nth`.execute(tx)
  const { numAffectedRows = 0n } = await sql`
    delete from yolos y using items i
     where i.id = y.item_id and ${items} and i.deleted_at is null and y.slot is null
       and y.user_id <> ${specialUserId}`.execute(tx)
  return Number(numAffectedRows)
}

export const deletionHandlers = ({ database, clock }: Services) => {
  const remove = async (actor: Actor, kind: DeletableKind, id: number) => {
    const done = await transact(database, (tx) => deleteSubject(tx, actor, kind, id, clock.now()))
    if (!done) throw kind === 'item' ? itemNotFound() : restaurantNotFound()
    return done
  }
  const restore = async (actor: Actor, kind: DeletableKind, id: number) => {
    const done = await transact(database, (tx) => restoreDeleted(tx, actor, kind, id, clock.now()))
    if (!done) throw notDeleted()
    return { id, deleted: false as const, ...done }
  }
  return [
    implementCall(deleteItem, ({ input, viewer }) => remove(viewer, 'item', input.itemId)),
    implementCall(restoreItem, ({ input, viewer }) => restore(viewer, 'item', input.itemId)),
    implementCall(deleteRestaurant, ({ input, viewer }) =>
      remove(viewer, 'restaurant', input.restaurantId),
    ),
    implementCall(restoreRestaurant, ({ input, viewer }) =>
      restore(viewer, 'restaurant', input.restaurantId),
    ),
  ]
}

const daysUntilPurge = 90

/** Deletes for good what was deleted long ago. What was merged stays, because its page redirects. */
export const purgeQueue = ({ database, clock }: Services): JobQueue => ({
  name: 'purge-deleted',
  every: '20 4 * * *',
  async run() {
    const due = new Date(clock.now().getTime() - daysUntilPurge * 24 * 60 * 60 * 1000)
    for (const table of ['items', 'restaurants'] as const)
      await database
        .deleteFrom(table)
        .where('deleted_at', '<', due)
        .where('merged_into', 'is', null)
        .execute()
  },
})
