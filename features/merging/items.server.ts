import { sql } from 'kysely'
import { lockMembers, lockWithYolos } from '#domain/locks/lock-order.ts'
import { updateCounted } from '#domain/votes-that-count.ts'
import { itemNotFound } from '#features/items/contract.ts'
import { badInput } from '#platform/contract/failure.ts'
import { transact, violatesConstraint } from '#platform/server/database/database.ts'
import { implementCall } from '#platform/server/http/handler.ts'
import type { Services } from '#platform/server/services.ts'
import { categoriesDiffer, mergeItems, restaurantsDiffer } from './contract.ts'
import { type JoinedFavourites, mergeFavourites, splitFavourites } from './favourites.server.ts'
import {
  type Actor,
  CannotUndoMerge,
  redirectToSurvivor,
  refuseIfChanged,
  type MergeRow,
  type PlannedMerge,
  mergeTwo,
  type MergeIds,
  recordMerge,
  restoreMergedRow,
  type Tx,
} from './record.server.ts'
import { moveRows, restoreMovedRows } from './votes-and-reports.server.ts'

/** Merges two items of one restaurant and category. */
export const mergeItemsIn = (tx: Tx, by: Actor, pair: MergeIds, at: Date, seen?: string) =>
  mergeTwo(tx, by, pair, at, {
    kind: 'item',
    lock: (_, ids) => lockWithYolos(tx, 'item', ids),
    factsOf: figuresOf,
    check(goes, stays) {
      if (!goes || !stays) throw itemNotFound()
      if (goes.restaurantId !== stays.restaurantId) throw restaurantsDiffer()
      if (goes.categoryId !== stays.categoryId) throw categoriesDiffer()
      refuseIfChanged(seen, [goes.itemName, stays.itemName])
    },
    merge: mergeLockedItems,
  })

export const mergeHandlers = ({ database, clock }: Services) => [
  implementCall(mergeItems, async ({ input: { id: from, into, version }, viewer }) => {
    if (from === into) throw badInput({ fields: { into: 'An item can’t be merged into itself.' } })
    const { after, done } = await transact(database, (tx) =>
      mergeItemsIn(tx, viewer, { from, into }, clock.now(), version),
    )
    const { itemName, upvoteCount, yoloCount } = after
    return { id: into, itemName, upvoteCount, yoloCount, ...done }
  }),
]

/**
 * Merges two items that are locked with their yolos. No member can exceed their quota by this, because favorites are
 * moved or joined, but none are added.
 */
export async function mergeLockedItems(tx: Tx, planned: PlannedMerge) {
  const { from, into, by, at } = planned
  const before = sql`(
    select jsonb_build_object(
             'category', s.category_id, 'confirmed', s.confirmed_at,
             'silent', (select coalesce(jsonb_agg(f.id), '[]') from items f
                         where f.merged_into = ${from} and not f.name_leads))
      from items s where s.id = ${into})`
  const merging = { ...planned, merge: await recordMerge(tx, 'item', planned, before) }
  const yolos = await mergeFavourites(tx, merging)
  const votes = await moveRows(tx, 'votes', merging)
  const reports = await moveRows(tx, 'item_reports', merging)
  await addAdjustment(tx, merging, 1, by, at)
  await takeConfirmation(tx, merging)
  await redirectToSurvivor(tx, 'item', merging)
  return { merge: merging.merge, yolos, votes, reports }
}

/**
 * Adds the adjustment of the item that goes to that of the item that stays (`sign` 1), or subtracts it again (`sign`
 * -1).
 */
async function addAdjustment(tx: Tx, { from, into }: MergeIds, sign: 1 | -1, by: Actor, at: Date) {
  const sum = sql`s.adjustment + ${sign}::integer * g.adjustment`
  await sql`
    insert into adjustments (item_id, actor_id, through_id, at, before, after)
    select s.id, ${by.id}, ${by.actingUserId}::integer, ${at}, s.adjustment, ${sum}
      from items s join items g on g.id = ${from} where s.id = ${into} and g.adjustment <> 0`.execute(
    tx,
  )
  await sql`
    update items s set adjustment = ${sum} from items g where s.id = ${into} and g.id = ${from}`.execute(
    tx,
  )
}

/** Sets the remaining item's confirmation to the later one of the two. */
const takeConfirmation = (tx: Tx, { from, into }: MergeIds) =>
  sql`
    update items s set confirmed_at = g.confirmed_at
      from items g where s.id = ${into} and g.id = ${from}
       and g.confirmed_at > coalesce(s.confirmed_at, '-infinity')`.execute(tx)

/** Restores the former confirmation of the item that stayed, unless that item was confirmed since. */
const returnConfirmation = async (tx: Tx, { from_id: from, into_id: into, before }: MergeRow) => {
  if (before.confirmed === undefined) return
  await sql`
    update items s set confirmed_at = ${before.confirmed}::timestamptz
      from items g where s.id = ${into} and g.id = ${from} and s.confirmed_at = g.confirmed_at`.execute(
    tx,
  )
}

const figuresOf = (tx: Tx, id: number) =>
  tx
    .selectFrom('items')
    .select(['id', 'name as itemName', 'restaurant_id as restaurantId'])
    .select(['category_id as categoryId', 'upvote_count as upvoteCount', 'vote_count as votes'])
    .select(['adjustment', 'yolo_count as yoloCount', 'tags', 'hidden_at as hiddenAt'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()

/** Locks two merged items and takes them apart. Returns how many joined favorites stay joined. */
export async function splitItems(tx: Tx, merge: MergeRow, at: Date, by: Actor): Promise<number> {
  const members = await lockReturnRecipients(tx, merge.id)
  await lockWithYolos(tx, 'item', [merge.from_id, merge.into_id])
  return splitLockedItems(tx, { merge, members, at, by })
}

type Splitting = {
  merge: MergeRow
  /** The members who get a vote, a report or a favorite back. They are locked already. */
  members: number[]
  at: Date
  by: Actor
}

/**
 * Takes two items apart, and their joined favorites where possible (see `splitFavourites`). Returns how many favorites
 * stay joined.
 */
export async function splitLockedItems(
  tx: Tx,
  { merge, members, at, by }: Splitting,
): Promise<number> {
  const { from_id: from, into_id: into } = merge
  const { rows: joined } = await sql<JoinedFavourites>`
    select id, user_id, was_on, yolo_id, photo, went from merge_parts
     where merge_id = ${merge.id} and kind = 'yolo' and not moved order by user_id`.execute(tx)
  await restoreItem(tx, merge)
  await sql`
    update yolos y set item_id = ${from} from merge_parts p
     where p.merge_id = ${merge.id} and p.kind = 'yolo' and p.moved and y.id = p.yolo_id and y.item_id = ${into}`.execute(
    tx,
  )
  await sql`
    update deleted_yolos y set item_id = ${from} from merge_parts p
     where p.merge_id = ${merge.id} and p.kind = 'yolo' and p.moved and y.id = p.yolo_id and y.item_id = ${into}`.execute(
    tx,
  )
  const stillJoined = await splitFavourites(tx, merge, joined)
  await restoreMovedRows(tx, 'votes', merge)
  // A restored vote has its old value of `counted`, but its member may have verified since.
  await updateCounted(tx, members, at)
  await restoreMovedRows(tx, 'item_reports', merge)
  await addAdjustment(tx, { from, into }, -1, by, at)
  await returnConfirmation(tx, merge)
  // A favorite that stays joined keeps its record, which contains the other favorite and its photo.
  await sql`
    delete from merge_parts p where merge_id = ${merge.id}
       and not (kind = 'yolo' and not moved and not exists (select 1 from yolos y where y.id = p.yolo_id))`.execute(
    tx,
  )
  return stillJoined
}

/**
 * Locks and returns the members who get a vote, a report or a favorite back when a merging and its parts are undone.
 */
export async function lockReturnRecipients(tx: Tx, merge: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct user_id as id from merge_parts
     where not moved and merge_id in (
       select id from merges where ${merge} in (id, part_of) and undone_at is null)`.execute(tx)
  const members = rows.map(({ id }) => id)
  await lockMembers(tx, members)
  return members
}

/** Restores the item that was merged away. Throws `CannotUndoMerge` if that isn't possible. */
async function restoreItem(tx: Tx, merge: MergeRow) {
  const { from_id: from, into_id: into, before } = merge
  const { rows } = await sql<{ apart: boolean; category: number }>`
    select g.merged_into is distinct from ${into} or s.deleted_at is not null as apart, s.category_id as category
      from items g join items s on s.id = ${into} where g.id = ${from}`.execute(tx)
  const [now] = rows
  if (!now || now.apart)
    throw new CannotUndoMerge('One of the two was merged again or deleted since: undo that first.')
  if (now.category !== before.category)
    throw new CannotUndoMerge('The dish that stayed has moved to another category since.')
  try {
    await restoreMergedRow(tx, 'item', merge)
  } catch (error) {
    if (!violatesConstraint(error, 'items_name')) throw error
    throw new CannotUndoMerge('Another dish has the old name by now: rename or merge that first.')
  }
}
