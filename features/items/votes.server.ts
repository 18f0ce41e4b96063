import { sql } from 'kysely'
import { recordAudit } from '#domain/audit.ts'
import { itemVisibleToViewerSql } from '#domain/merged.ts'
import { notifyUpvoted, withdrawNotices } from '#features/notifications/notify.server.ts'
import {
  preparedStatementComment,
  transact,
  violatesConstraint,
} from '#platform/server/database/database.ts'
import { implementCall } from '#platform/server/http/handler.ts'
import { rowById } from '#platform/server/database/row-by-id.ts'
import type { Services, Tx } from '#platform/server/services.ts'
import {
  adjustUpvoteCount,
  cannotUpvoteOwnFavorite,
  itemNotFound,
  removeUpvote,
  upvote,
  votingClosed,
} from './contract.ts'

export const voteHandlers = ({ database, clock }: Services) => [
  implementCall(upvote, async ({ input: { id }, viewer }) => {
    const voting = transact(database, async (tx) => {
      // The trigger votes_inserted recounts the item. It waits for a save of the same member, so that the item is read
      // as it is after that.
      const { numInsertedOrUpdatedRows: added = 0n } = await tx
        .insertInto('votes')
        .values({ item_id: id, user_id: viewer.id, created_at: clock.now() })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirstOrThrow()
      const item = await votableItem(tx, id, viewer.id)
      if (!item.open) throw votingClosed()
      if (!item.listed) throw itemNotFound()
      if (item.own) throw cannotUpvoteOwnFavorite()
      if (added > 0n) await notifyUpvoted(tx, { actorId: viewer.id, itemId: id, at: clock.now() })
      return { id, upvoted: true, canUpvote: false, upvoteCount: item.upvoteCount }
    })
    return voting.catch((error: unknown) => {
      throw violatesConstraint(error, 'votes_item_id_fkey') ? itemNotFound() : error
    })
  }),

  implementCall(removeUpvote, ({ input: { id }, viewer }) =>
    transact(database, async (tx) => {
      // The trigger votes_deleted recounts the item.
      await tx
        .deleteFrom('votes')
        .where('item_id', '=', id)
        .where('user_id', '=', viewer.id)
        .execute()
      const { open, own, upvoteCount } = await votableItem(tx, id, viewer.id)
      const act = { actorId: viewer.id, itemId: id }
      await withdrawNotices(tx, { kinds: ['upvoted', 'followed-upvote'], ...act })
      return { id, upvoted: false, canUpvote: open && !own, upvoteCount }
    }),
  ),

  implementCall(adjustUpvoteCount, ({ input: { itemId: id, newCount }, viewer }) =>
    transact(database, async (tx) => {
      await votableItem(tx, id, viewer.id)
      const columns = ['vote_count', 'adjustment'] as const
      const { vote_count: votes, adjustment: before } = (await rowById(
        tx,
        'items',
        id,
        columns,
        'no key update',
      ))!
      const adjustment = newCount - votes
      if (adjustment !== before) {
        await tx.updateTable('items').set({ adjustment }).where('id', '=', id).execute()
        await recordAudit(tx, viewer, 'item.adjust', `item ${id}`, {
          before: { adjustment: before },
          after: { adjustment, shown: newCount },
          at: clock.now(),
        })
      }
      return { id, upvoteCount: newCount, votes, adjustment }
    }),
  ),
]

type Votable = { upvoteCount: number; listed: boolean; open: boolean; own: boolean }

/** Reads an item that the viewer may see. Throws `itemNotFound` if there is none. */
async function votableItem(tx: Tx, id: number, viewerId: number): Promise<Votable> {
  const { rows } = await sql<Votable>`
    ${preparedStatementComment} select i.upvote_count as "upvoteCount", i.listed, i.hidden_at is null and not i.restaurant_hidden as open,
           exists (select from yolos y where y.item_id = i.id and y.user_id = ${viewerId}) as own
      from items i where i.id = ${id} and i.deleted_at is null and ${itemVisibleToViewerSql(viewerId)}`.execute(
    tx,
  )
  if (!rows[0]) throw itemNotFound()
  return rows[0]
}
