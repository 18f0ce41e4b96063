import { sql, type Transaction } from 'kysely'
import { setVotesRight } from '#domain/votes-that-count.ts'
import { breaks } from '#platform/server/database.ts'
import type { DB } from '#platform/server/schema.ts'
import { CannotUndo, type MergeRow, type Undoer } from './merge-row.server.ts'
import { type Joined, splitYolo } from './split-yolo.server.ts'
import { returnReports, returnVotes } from './returns.server.ts'
import { lockForMerging } from './items.server.ts'

/** Takes two items apart as far as nothing has changed since; answers how many joined favourites stay joined. */
export async function undoItemMerge(
  tx: Transaction<DB>,
  merge: MergeRow,
  at: Date,
  by: Undoer,
): Promise<number> {
  const { from_id: from, into_id: into } = merge
  const joined = await joinedIn(tx, merge.id)
  const members = await lockMembers(tx, merge.id)
  await lockForMerging(tx, [from, into])
  await standApart(tx, merge)
  await sql`
    update yolos y set item_id = ${from} from merge_parts p
     where p.merge_id = ${merge.id} and p.kind = 'yolo' and p.moved and y.id = p.yolo_id and y.item_id = ${into}`.execute(
    tx,
  )
  let left = 0
  for (const part of joined) if (!(await splitYolo(tx, merge, part))) left++
  await returnVotes(tx, merge)
  // A returned vote is as it was when it was set aside; its member may have verified since.
  await setVotesRight(tx, members, at)
  await returnReports(tx, merge, 'item')
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
async function lockMembers(tx: Transaction<DB>, merge: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from users
     where id in (select user_id from merge_parts
                   where merge_id = ${merge} and kind in ('yolo', 'vote') and not moved)
     order by id for no key update`.execute(tx)
  return rows.map(({ id }) => id)
}

async function joinedIn(tx: Transaction<DB>, merge: number): Promise<Joined[]> {
  const { rows } = await sql<Joined>`
    select id, user_id, was_on, yolo_id, photo, went from merge_parts
     where merge_id = ${merge} and kind = 'yolo' and not moved order by user_id`.execute(tx)
  return rows
}

/** Restores the item that was merged away, or throws why that isn't possible. */
async function standApart(tx: Transaction<DB>, { from_id: from, into_id: into, before }: MergeRow) {
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
