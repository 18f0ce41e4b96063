import { audited } from '#domain/audit.ts'
import { transact } from '#platform/server/database.ts'
import { on } from '#platform/server/http/handler.ts'
import type { Database, Services } from '#platform/server/services.ts'
import { upvoteYolo, whyThisRank } from './adjust.contract.ts'
import { itemNotFound } from '../contract.ts'
import { holdItem, itemLedTo } from '#domain/merged.ts'

export const adjustHandlers = ({ database, clock }: Services) => [
  on(whyThisRank, async ({ input: { id } }) => whyOf(database, await itemLedTo(database, id))),

  on(upvoteYolo, ({ input: { itemId: wanted, newCount }, viewer }) =>
    transact(database, async (tx) => {
      const held = await holdItem(tx, wanted, 'change')
      if (!held) throw itemNotFound()
      const itemId = held.id
      // Votes wait for the row: the count that was asked for is the one that is shown.
      const item = await tx
        .selectFrom('items')
        .select(['vote_count', 'adjustment'])
        .where('id', '=', itemId)
        .executeTakeFirstOrThrow()
      const after = newCount - item.vote_count
      if (after !== item.adjustment) {
        await tx.updateTable('items').set({ adjustment: after }).where('id', '=', itemId).execute()
        await tx
          .insertInto('adjustments')
          .values({
            item_id: itemId,
            actor_id: viewer.id,
            through_id: viewer.through,
            at: clock.now(),
            before: item.adjustment,
            after,
          })
          .execute()
        await audited(tx, viewer, 'item.adjust', `item ${itemId}`, {
          before: { adjustment: item.adjustment },
          after: { adjustment: after, shown: newCount },
          at: clock.now(),
        })
      }
      return whyOf(tx, itemId)
    }),
  ),
]

async function whyOf(database: Database, id: number) {
  const item = await database
    .selectFrom('items')
    .select([
      'id',
      'upvote_count as upvoteCount',
      'vote_count as votes',
      'adjustment',
      'yolo_count as yoloCount',
      'newest_counted_at',
      'confirmed_at',
    ])
    .select(({ eb, selectFrom }) => [
      eb('yolo_count', '-', eb.ref('counted_yolos')).as('yolosSetAside'),
      selectFrom('votes')
        .select((of) => of.fn.countAll<string>().as('votes'))
        .whereRef('votes.item_id', '=', 'items.id')
        .where('counted', '=', false)
        .as('setAside'),
    ])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!item) throw itemNotFound()
  const adjustments = await database
    .selectFrom('adjustments')
    .select(['at', 'before', 'after'])
    .where('item_id', '=', id)
    .orderBy('id', 'desc')
    .limit(100)
    .execute()
  const { newest_counted_at: newest, confirmed_at: confirmed, setAside, ...figures } = item
  return {
    ...figures,
    votesSetAside: Number(setAside),
    newestYoloAt: figures.yoloCount > figures.yolosSetAside ? newest.toISOString() : null,
    confirmedAt: confirmed?.toISOString() ?? null,
    adjustments: adjustments.map((one) => ({ ...one, at: one.at.toISOString() })),
  }
}
