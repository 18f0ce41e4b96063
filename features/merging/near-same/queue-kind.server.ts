import { sql } from 'kysely'
import { recordAudit } from '#domain/audit.ts'
import { lockWithYolos } from '#domain/locks/lock-order.ts'
import { unreportedCaseActions } from '#domain/queue/decided.ts'
import type { QueueCase, CaseDescription, QueueKind, Tx } from '#domain/queue/kind.ts'
import { goneOutcome } from '#domain/queue/outcomes.ts'
import { casesAsSqlTable } from '#domain/queue/reporters.ts'
import { mergeComparisonPath, findDuplicatesPath } from '#features/admin/links/merge.ts'
import { isoTimestampSql } from '#platform/server/instant.ts'
import type { Database } from '#platform/server/services.ts'
import { mergeItemsIn } from '../items.server.ts'
import { CannotUndoMerge, type MergeIds } from '../record.server.ts'
import { undoMergeIn } from '../undo.server.ts'

/** SQL for a text that says how many pairs of real names with such a difference were one dish (docs/decisions/0058). */
const measured = sql`
  case p.likeness when 'spelling' then 'Only the spelling differs: 70 of 70 such pairs of real names were one dish.'
                  else 'They differ as by a typo: 10 of 14 such pairs of real names were one dish.' end`

/** SQL for a pair `p` as rows `goes` and `stays` of items: the one that more members saved stays. */
const twoDishes = sql`
  near_same_items p
  join items stays on stays.id = (
    select i.id from items i where i.id in (p.item_id, p.other_id) order by i.yolo_count desc, i.id limit 1)
  join items goes on goes.id = p.item_id + p.other_id - stays.id`

const areTwo = sql`
  goes.listed and stays.listed and goes.restaurant_id = stays.restaurant_id and goes.category_id = stays.category_id`

type Row = Pick<CaseDescription, 'about' | 'id' | 'name' | 'restaurantName' | 'text' | 'count'> & {
  newest: string
  goes: number
  stays: number
  restaurant: number
  two: boolean
}

async function describe(database: Database, cases: QueueCase[]): Promise<CaseDescription[]> {
  const { rows } = await sql<Row>`
    select a.about, a.id, goes.name || ' → ' || stays.name as name, r.name as "restaurantName", r.id as restaurant,
           ${measured} as text, goes.yolo_count as count, ${isoTimestampSql('p.found_at')} as newest,
           goes.id as goes, stays.id as stays, ${areTwo} as two
      from ${casesAsSqlTable(cases)} join (${twoDishes}) on p.id = a.id
      join restaurants r on r.id = stays.restaurant_id`.execute(database)
  return rows.map(({ goes, stays, restaurant, two, ...row }) => ({
    ...row,
    link: two ? mergeComparisonPath({ kind: 'item', goes, stays }) : findDuplicatesPath(restaurant),
    member: null,
    image: null,
    hidden: false,
    reporters: [],
    restsOn: [goes, stays, row.name],
  }))
}

/** Returns which dish of a pair goes and which stays, or undefined if they aren't two listed dishes of one place any more. */
async function dishesOf(tx: Tx, id: number): Promise<MergeIds | undefined> {
  const { rows } = await sql<MergeIds>`
    select goes.id as from, stays.id as into from ${twoDishes} where p.id = ${id} and ${areTwo}`.execute(
    tx,
  )
  return rows[0]
}

/** Undoes the merging of a pair, unless that was done already. */
async function undoPairMerge(tx: Tx, id: number, by: Parameters<typeof undoMergeIn>[2], at: Date) {
  const { rows } = await sql<{ merge: number }>`
    select m.id as merge from near_same_items p
      join merges m on m.kind = 'item' and m.undone_at is null
       and (m.from_id, m.into_id) in ((p.item_id, p.other_id), (p.other_id, p.item_id))
     where p.id = ${id} order by m.id desc limit 1`.execute(tx)
  if (rows[0]) await undoMergeIn(tx, rows[0].merge, by, at)
}

const settle = (tx: Tx, id: number, at: Date | null) =>
  sql`update near_same_items set settled_at = ${at} where id = ${id}`.execute(tx)

/** The decision 'remove' merges the two dishes. 'dismiss' keeps both, and the pair isn't put in the queue again. */
const decisions = unreportedCaseActions({
  kind: 'twins',
  describe,
  subjectOf: ({ id }) => `twin ${id}`,

  async lock({ id }, { tx }) {
    const { rows } = await sql`select from near_same_items where id = ${id} for update`.execute(tx)
    const pair = await dishesOf(tx, id)
    if (pair) await lockWithYolos(tx, 'item', [pair.from, pair.into])
    return rows.length > 0
  },

  async carryOut({ id }, decision, { tx, actor, at, reason }) {
    const pair = await dishesOf(tx, id)
    if (!pair) return goneOutcome
    await settle(tx, id, at)
    if (decision === 'remove') await mergeItemsIn(tx, actor, pair, at)
    else
      await recordAudit(tx, actor, 'item.keep-apart', `item ${pair.into}`, {
        after: { other: pair.from, reason },
        at,
      })
    return null
  },

  async takeBack({ id }, decision, { tx, actor, at }) {
    await settle(tx, id, null)
    if (decision === 'remove') {
      try {
        await undoPairMerge(tx, id, actor, at)
      } catch (error) {
        if (!(error instanceof CannotUndoMerge)) throw error
        await settle(tx, id, at)
        return { done: false, state: 'removed', message: error.message }
      }
    } else
      await recordAudit(tx, actor, 'item.ask-again', `twin ${id}`, { after: { open: true }, at })
    return null
  },
})

/** The queue of dishes of one restaurant whose names probably mean the same. */
export const nearSameKind: QueueKind = {
  abouts: {
    twin: {
      label: 'Probably the same dish',
      noun: 'pair',
      hiddenText: 'hidden',
      remove: { button: 'Merge', done: 'merged', usualReason: 'They are one dish.' },
      dismiss: { button: 'Keep both', done: 'kept apart', usualReason: 'They are two dishes.' },
    },
  },
  // The count is -1, because nobody reported a pair: it stands below all that somebody did, also below reports of which
  // none counts. A dish that only held members saved isn't worth an admin's time.
  open: (then) => sql`
    select 'twin', p.id, 'twin ' || p.id, false, -1, p.found_at
      from ${twoDishes}
     where p.settled_at is null and ${areTwo} and least(goes.counted_yolos, stays.counted_yolos) > 0
       ${then ? sql`and p.found_at <= ${then}` : sql``}`,
  searchText: (id) => sql`
    (select concat_ws(' ', a.name, b.name, r.name) from near_same_items p
       join items a on a.id = p.item_id join items b on b.id = p.other_id join restaurants r on r.id = a.restaurant_id
      where p.id = ${id})`,
  describe,
  ...decisions,
}
