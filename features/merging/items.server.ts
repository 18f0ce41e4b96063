import { audited } from '#domain/audit.ts'
import { sql, type Transaction } from 'kysely'
import { badInput } from '#platform/contract/failure.ts'
import { transact } from '#platform/server/database.ts'
import { on } from '#platform/server/http/handler.ts'
import type { DB } from '#platform/server/schema.ts'
import type { Services } from '#platform/server/services.ts'
import { itemNotFound } from '#features/items/contract.ts'
import { mergeReports, mergeVotes, mergeYolos } from './parts.server.ts'
import { categoriesDiffer, mergeItems, otherRestaurant } from './items.contract.ts'

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
  const id = await enter(tx, facts, from, into)
  const merging = { merge: id, from, into, at: facts.at }
  const yolos = await mergeYolos(tx, merging)
  const votes = await mergeVotes(tx, merging)
  const reports = await mergeReports(tx, merging)
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

async function enter(tx: Tx, facts: MergeFacts, from: number, into: number): Promise<number> {
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
