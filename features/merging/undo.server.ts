import { type RawBuilder, sql } from 'kysely'
import { recordAudit, operatorActor } from '#domain/audit.ts'
import type { OutputOf } from '#platform/contract/call.ts'
import type { Command } from '#platform/server/command.ts'
import { transact } from '#platform/server/database/database.ts'
import { implementCall } from '#platform/server/http/handler.ts'
import type { Database, Services } from '#platform/server/services.ts'
import { cannotUndo, mergeNotFound, recentMerges, undoMerging } from './contract.ts'
import { splitItems } from './items.server.ts'
import {
  type Actor,
  CannotUndoMerge,
  type MergeKind,
  type MergeRow,
  NoSuchMerge,
  type Tx,
} from './record.server.ts'
import { splitRestaurants } from './restaurants.server.ts'

type Undone = { kind: MergeKind; from: number; into: number; stillJoined: number }

const undoMerge = (
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  id: number,
  by: Actor = operatorActor,
) =>
  transact(database, async (tx) => {
    // If they were merged from the queue, it asks about them again. The pair is locked first, as by a decision.
    await sql`
      update near_same_items set settled_at = null from merges m
       where m.id = ${id} and m.kind = 'item'
         and (item_id, other_id) = (least(m.from_id, m.into_id), greatest(m.from_id, m.into_id))`.execute(
      tx,
    )
    return undoMergeIn(tx, id, by, clock.now())
  })

/**
 * Undoes a merging by its id, all or nothing, except that some joined favorites may stay joined (see `splitFavourites`).
 */
export async function undoMergeIn(tx: Tx, id: number, by: Actor, at: Date): Promise<Undone> {
  const { rows } = await sql<
    MergeRow & { kind: MergeKind; part_of: number | null; undone_at: Date | null }
  >`select * from merges where id = ${id} for update`.execute(tx)
  const [merge] = rows
  if (!merge) throw new NoSuchMerge(`There is no merging ${id}.`)
  if (merge.undone_at) throw new CannotUndoMerge(`Merging ${id} is undone already.`)
  if (merge.part_of)
    throw new CannotUndoMerge(
      `It is a part of the merging ${merge.part_of} of two restaurants: undo that.`,
    )
  const undo = merge.kind === 'item' ? splitItems : splitRestaurants
  const stillJoined = await undo(tx, merge, at, by)
  await sql`update merges set undone_at = ${at} where ${id} in (id, part_of)`.execute(tx)
  const undone = { kind: merge.kind, from: merge.from_id, into: merge.into_id, stillJoined }
  await recordAudit(tx, by, `${merge.kind}.undo-merge`, `${merge.kind} ${merge.into_id}`, {
    before: { merge: id },
    after: undone,
    at,
  })
  return undone
}

type Listed = OutputOf<typeof recentMerges>['merges'][number]

const pageSize = 50

/**
 * Returns what was merged, the newest first. Mergings of dishes that were part of merging two restaurants are left out.
 */
async function mergesWhere(database: Database, condition: RawBuilder<unknown>, count: number) {
  const { rows } = await sql<Listed & { actor: number }>`
    select m.id, m.kind, m.undone_at is not null as undone,
           jsonb_build_object('id', m.from_id, 'name', coalesce(gi.name, gr.name, '')) as goes,
           jsonb_build_object('id', m.into_id, 'name', coalesce(si.name, sr.name, '')) as stays,
           coalesce(ir.name, sr.name, '') as "restaurantName", m.actor_id as actor,
           coalesce(u.user_name, case m.actor_id when 0 then 'An import' else 'Member ' || m.actor_id end) as by,
           to_char(m.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at,
           m.undone_at is null
             and coalesce(gi.merged_into, gr.merged_into, 0) = m.into_id
             and coalesce(si.id, sr.id) is not null
             and coalesce(si.deleted_at, sr.deleted_at) is null as "canUndo"
      from merges m
      left join users u on u.id = m.actor_id
      left join items gi on m.kind = 'item' and gi.id = m.from_id
      left join items si on m.kind = 'item' and si.id = m.into_id
      left join restaurants ir on ir.id = si.restaurant_id
      left join restaurants gr on m.kind = 'restaurant' and gr.id = m.from_id
      left join restaurants sr on m.kind = 'restaurant' and sr.id = m.into_id
     where m.part_of is null and ${condition}
     order by m.id desc limit ${count}`.execute(database)
  return rows
}

export const recentHandlers = ({ database, clock }: Services) => [
  implementCall(recentMerges, async ({ input: { cursor } }) => {
    const before = sql`m.id < ${cursor ?? 2_147_483_647}`
    const rows = await mergesWhere(database, before, pageSize + 1)
    const merges = rows.slice(0, pageSize).map((row) => {
      const { actor: _, ...merge } = row
      return merge
    })
    return { merges, cursor: rows.length > pageSize ? merges.at(-1)!.id : null }
  }),

  implementCall(undoMerging, async ({ input: { id }, viewer }) => {
    try {
      const { kind, from, into, stillJoined } = await undoMerge({ database, clock }, id, viewer)
      return { kind, goes: from, stays: into, stillJoined }
    } catch (error) {
      if (error instanceof NoSuchMerge) throw mergeNotFound()
      if (error instanceof CannotUndoMerge) throw cannotUndo({ message: error.message })
      throw error
    }
  }),
]

const undo: Command = {
  name: 'undo-merge',
  summary: 'Take two dishes or two restaurants apart again that an admin merged',
  usage: `undo-merge [number]

  number   of the merging; without it the last fifty are listed

Yolos, votes and reports of before go back to where they were; what came since stays. It refuses where
one of the two was merged again, deleted or moved since, or another has the old name.`,
  async run([number], services) {
    if (number === undefined) return list(services.database)
    const id = Number(number)
    if (!Number.isInteger(id) || id < 1 || id > 2_147_483_647) {
      console.error(`'${number}' is not a number of a merging. Without one, they are listed.`)
      return 2
    }
    try {
      const { kind, from, into, stillJoined } = await undoMerge(services, id)
      console.log(`The ${kind}s ${from} and ${into} are two again.`)
      if (stillJoined > 0)
        console.log(
          `${stillJoined} favorites of members who had both stay one: they were changed or taken down since, or their three places are filled.`,
        )
      return 0
    } catch (error) {
      if (!(error instanceof CannotUndoMerge)) throw error
      console.error(error.message)
      return 1
    }
  },
}

async function list(database: Database): Promise<number> {
  const rows = await mergesWhere(database, sql`m.undone_at is null`, pageSize)
  for (const { id, kind, goes, stays, at, actor } of rows)
    console.log(`${id}  ${kind} '${goes.name}' into '${stays.name}' · by ${actor}, ${at}`)
  if (rows.length === 0) console.log('Nothing has been merged.')
  return 0
}

export const commands: Command[] = [undo]
