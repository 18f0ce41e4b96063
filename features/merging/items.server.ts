import { audited } from '#domain/audit.ts'
import { setVotesRight } from '#domain/votes-that-count.ts'
import { sql, type Transaction } from 'kysely'
import { badInput } from '#platform/contract/failure.ts'
import { breaks, transact } from '#platform/server/database.ts'
import { on } from '#platform/server/http/handler.ts'
import type { DB } from '#platform/server/schema.ts'
import type { Services } from '#platform/server/services.ts'
import { itemNotFound } from '#features/items/contract.ts'
import { type JoinedFavorites, mergeFavorites, splitFavorite } from './favorites.server.ts'
import { categoriesDiffer, mergeItems, otherRestaurant } from './items.contract.ts'
import { CannotUndo, type MergeRow, type Undoer } from './merge-row.server.ts'
import { moveRows, returnRows } from './votes-and-reports.server.ts'

type Tx = Transaction<DB>

/** Who merges, when, and for the merging of which restaurants. */
export type MergeFacts = {
  actorId: number
  throughId: number | null
  at: Date
  partOf: number | null
}

export const mergeHandlers = ({ database, clock }: Services) => [
  on(mergeItems, ({ input: { id: from, into }, viewer }) => {
    if (from === into) throw badInput({ fields: { into: 'An item can’t be merged into itself.' } })
    return transact(database, async (tx) => {
      await lockForMerging(tx, [from, into])
      const goes = await figuresOf(tx, from)
      const stays = await figuresOf(tx, into)
      if (!goes || !stays) throw itemNotFound()
      if (goes.restaurantId !== stays.restaurantId) throw otherRestaurant()
      if (goes.categoryId !== stays.categoryId) throw categoriesDiffer()
      const facts = {
        actorId: viewer.id,
        throughId: viewer.through,
        at: clock.now(),
        partOf: null,
      }
      const done = await merge(tx, facts, from, into)
      const after = (await figuresOf(tx, into))!
      await audited(tx, viewer, 'item.merge', `item ${into}`, {
        before: { goes, stays },
        after: { stays: after, ...done },
        at: facts.at,
      })
      const { itemName, upvoteCount, yoloCount } = after
      return { id: into, itemName, upvoteCount, yoloCount, ...done }
    })
  }),
]

/**
 * Yolos first, like every edit, then the items by id: nobody adds to them or removes from
 * them until the merging is through.
 */
export async function lockForMerging(tx: Tx, ids: number[]): Promise<void> {
  await sql`select id from yolos where item_id = any (${ids}::integer[]) order by id for update`.execute(
    tx,
  )
  await sql`select id from items where id = any (${ids}::integer[]) order by id for update`.execute(
    tx,
  )
}

/** Two items become one, under `lockForMerging`; the quota can only gain room. */
export async function merge(tx: Tx, facts: MergeFacts, from: number, into: number) {
  const id = await recordMerge(tx, facts, from, into)
  const merging = { merge: id, from, into, at: facts.at }
  const yolos = await mergeFavorites(tx, merging)
  const votes = await moveRows(tx, 'votes', merging)
  const reports = await moveRows(tx, 'item_reports', merging)
  await sql`
    insert into adjustments (item_id, actor_id, through_id, at, before, after)
    select s.id, ${facts.actorId}, ${facts.throughId}, ${facts.at}, s.adjustment, s.adjustment + g.adjustment
      from items s join items g on g.id = ${from} where s.id = ${into} and g.adjustment <> 0`.execute(
    tx,
  )
  await sql`
    update items s
       set adjustment = s.adjustment + g.adjustment, confirmed_at = greatest(s.confirmed_at, g.confirmed_at)
      from items g where s.id = ${into} and g.id = ${from}`.execute(tx)
  await sql`update items set deleted_at = ${facts.at}, merged_into = ${into} where id = ${from}`.execute(
    tx,
  )
  await tx.updateTable('items').set({ merged_into: into }).where('merged_into', '=', from).execute()
  return { merge: id, yolos, votes, reports }
}

async function recordMerge(tx: Tx, facts: MergeFacts, from: number, into: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into merges (kind, from_id, into_id, part_of, actor_id, through_id, at, before)
    select 'item', ${from}, ${into}, ${facts.partOf}, ${facts.actorId}, ${facts.throughId}, ${facts.at},
           jsonb_build_object('category', category_id, 'followers',
             (select coalesce(jsonb_agg(f.id), '[]') from items f where f.merged_into = ${from}))
      from items where id = ${from}
    returning id`.execute(tx)
  return rows[0]!.id
}

/** What the audit tells of an item; nothing of a member, so that nothing of one stays in it. */
async function figuresOf(tx: Tx, id: number) {
  return tx
    .selectFrom('items')
    .select([
      'id',
      'name as itemName',
      'restaurant_id as restaurantId',
      'category_id as categoryId',
      'upvote_count as upvoteCount',
      'vote_count as votes',
      'adjustment',
      'yolo_count as yoloCount',
      'tags',
      'hidden_at as hiddenAt',
    ])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

/** Takes two items apart as far as nothing has changed since; answers how many joined favourites stay joined. */
export async function undoItems(tx: Tx, merge: MergeRow, at: Date, by: Undoer): Promise<number> {
  const { from_id: from, into_id: into } = merge
  const joined = await joinedIn(tx, merge.id)
  const members = await lockMembers(tx, merge.id)
  await lockForMerging(tx, [from, into])
  await restoreItem(tx, merge)
  await sql`
    update yolos y set item_id = ${from} from merge_parts p
     where p.merge_id = ${merge.id} and p.kind = 'yolo' and p.moved and y.id = p.yolo_id and y.item_id = ${into}`.execute(
    tx,
  )
  let left = 0
  for (const part of joined) if (!(await splitFavorite(tx, merge, part))) left++
  await returnRows(tx, 'votes', merge)
  // A returned vote is as it was when it was set aside; its member may have verified since.
  await setVotesRight(tx, members, at)
  await returnRows(tx, 'item_reports', merge)
  await sql`
    insert into adjustments (item_id, actor_id, through_id, at, before, after)
    select s.id, ${by.id}, ${by.through}::integer, ${at}, s.adjustment, s.adjustment - g.adjustment
      from items s join items g on g.id = ${from} where s.id = ${into} and g.adjustment <> 0`.execute(
    tx,
  )
  await sql`
    update items s set adjustment = s.adjustment - g.adjustment from items g where s.id = ${into} and g.id = ${from}`.execute(
    tx,
  )
  // What stays joined keeps what was set aside for it.
  await sql`
    delete from merge_parts p where merge_id = ${merge.id}
       and not (kind = 'yolo' and not moved and not exists (select 1 from yolos y where y.id = p.yolo_id))`.execute(
    tx,
  )
  return left
}

/** Members to whom something returns: saves, votes and verification each take this lock first too. */
async function lockMembers(tx: Tx, merge: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from users
     where id in (select user_id from merge_parts
                   where merge_id = ${merge} and kind in ('yolo', 'vote') and not moved)
     order by id for no key update`.execute(tx)
  return rows.map(({ id }) => id)
}

async function joinedIn(tx: Tx, merge: number): Promise<JoinedFavorites[]> {
  const { rows } = await sql<JoinedFavorites>`
    select id, user_id, was_on, yolo_id, photo, went from merge_parts
     where merge_id = ${merge} and kind = 'yolo' and not moved order by user_id`.execute(tx)
  return rows
}

/** Restores the item that was merged away, or throws why that isn't possible. */
async function restoreItem(tx: Tx, { from_id: from, into_id: into, before }: MergeRow) {
  const { rows } = await sql<{
    id: number
    merged_into: number | null
    gone: boolean
    category: number
  }>`
    select id, merged_into, deleted_at is not null as gone, category_id as category
      from items where id in (${from}, ${into})`.execute(tx)
  const goes = rows.find(({ id }) => id === from)
  const stays = rows.find(({ id }) => id === into)
  if (!goes || !stays || goes.merged_into !== into || stays.gone)
    throw new CannotUndo('One of the two was merged again or deleted since: undo that first.')
  if (stays.category !== before.category)
    throw new CannotUndo('The dish that stayed has moved to another category since.')
  try {
    await sql`update items set deleted_at = null, merged_into = null where id = ${from}`.execute(tx)
  } catch (error) {
    if (!breaks(error, 'items_name')) throw error
    throw new CannotUndo('Another dish has the old name by now: rename or merge that first.')
  }
  await sql`
    update items set merged_into = ${from}, name_leads = true
     where id = any (${before.followers}::integer[]) and merged_into = ${into}`.execute(tx)
}
