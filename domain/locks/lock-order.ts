import { sql, type RawBuilder, type Transaction } from 'kysely'
import { RetryableConflictError } from '#platform/server/database/database.ts'
import type { DB } from '#platform/server/database/schema.ts'

// Code that locks rows of more than one of these tables locks them in this order, and the rows of a table by id: members,
// yolos, restaurants, items (rules: lock order). What a trigger locks counts as well. Locks that are taken in one order
// can't deadlock.

type Tx = Transaction<DB>

/** Locks members, so that their saves, votes and reports wait until the transaction ends. */
export const lockMembers = (tx: Tx, ids: readonly number[]) =>
  sql`select from users where id = any (${ids}::integer[]) order by id for no key update`.execute(
    tx,
  )

/**
 * Locks the member who is about to report something. A hold of that member waits until the report is written, and then
 * includes it when it recounts their reports.
 */
export const lockReporter = (tx: Tx, id: number) =>
  sql`select from users where id = ${id} for share`.execute(tx)

/**
 * Locks items, or restaurants and all their items, with the yolos on them. Nobody can add a yolo or a vote to them, or
 * remove one, until the transaction ends. Members who must be locked too have to be locked before.
 */
export async function lockWithYolos(
  tx: Tx,
  kind: 'item' | 'restaurant',
  ids: readonly number[],
): Promise<void> {
  const isOn = sql`i.${sql.ref(kind === 'item' ? 'id' : 'restaurant_id')} = any (${ids}::integer[])`
  const yolos = await lockYolosOn(tx, isOn)
  if (kind === 'restaurant')
    await sql`select from restaurants where id = any (${ids}::integer[]) order by id for update`.execute(
      tx,
    )
  await sql`select from items i where ${isOn} order by i.id for update`.execute(tx)
  await lockLateYolos(tx, isOn, yolos)
}

async function lockYolosOn(tx: Tx, isOn: RawBuilder<unknown>): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select y.id from yolos y join items i on i.id = y.item_id
     where ${isOn} order by y.id for update of y`.execute(tx)
  return rows.map(({ id }) => id)
}

/**
 * Locks the yolos that were saved after `lockYolosOn` ran but before the items were locked. If another transaction has
 * locked one of them, it doesn't wait, because yolos must be locked before items. It throws an error instead, which
 * makes the transaction start again.
 */
async function lockLateYolos(tx: Tx, isOn: RawBuilder<unknown>, locked: number[]): Promise<void> {
  const { rows: late } = await sql<{ id: number }>`
    select y.id from yolos y join items i on i.id = y.item_id
     where ${isOn} and y.id <> all (${locked}::integer[])`.execute(tx)
  if (late.length === 0) return
  const { rows } = await sql`
    select id from yolos where id = any (${late.map(({ id }) => id)}::integer[]) for update skip locked`.execute(
    tx,
  )
  if (rows.length < late.length)
    throw new RetryableConflictError('A yolo changed while its item was being locked.')
}

/**
 * Locks the yolos of restaurants after rows that come later in the order. It waits for nobody: if another transaction has
 * locked one of them, the whole starts again.
 */
export const lockYolosWithoutWaiting = (tx: Tx, restaurants: readonly number[]) =>
  lockLateYolos(tx, sql`i.restaurant_id = any (${restaurants}::integer[])`, [])

/**
 * Locks the yolos of a restaurant, or of the one that it was merged into. Call it before the restaurant's location
 * changes, because a trigger then changes `cell5` of its yolos too.
 */
export const lockYolosOfRestaurant = (tx: Tx, id: number) =>
  sql`
    select from yolos y join items i on i.id = y.item_id
     where i.restaurant_id = (select coalesce(r.merged_into, r.id) from restaurants r where r.id = ${id})
     order by y.id for no key update of y`.execute(tx)

/**
 * Locks these members' yolos, the restaurants that they reported, and the items that they voted for, saved or reported.
 * All items of a reported restaurant are locked too, because they are hidden or shown with it. So is an unconfirmed
 * restaurant of theirs, which is deleted with its member's account. The members must be locked already.
 */
export async function lockCountsOf(tx: Tx, members: readonly number[]): Promise<void> {
  const theirs = sql`user_id = any (${members}::integer[])`
  const changed = sql`(
    select restaurant_id from restaurant_reports where ${theirs}
    union select id from restaurants where added_by = any (${members}::integer[]) and unconfirmed)`
  await sql`select from yolos where ${theirs} order by id for no key update`.execute(tx)
  await sql`select from restaurants where id in ${changed} order by id for no key update`.execute(
    tx,
  )
  await sql`
    select from items where id in (
      select item_id from votes where ${theirs}
      union select item_id from yolos where ${theirs}
      union select item_id from item_reports where ${theirs}
      union select i.id from items i where i.restaurant_id in ${changed})
     order by id for no key update`.execute(tx)
}
