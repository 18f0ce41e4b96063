import { sql } from 'kysely'
import { recordAudit } from '#domain/audit.ts'
import { itemVisibleToViewerSql } from '#domain/merged.ts'
import { withdrawNotices } from '#features/notifications/notify.server.ts'
import {
  preparedStatementComment,
  transact,
  withRetries,
} from '#platform/server/database/database.ts'
import { implementCall } from '#platform/server/http/handler.ts'
import { rowById } from '#platform/server/database/row-by-id.ts'
import type { Database, Services } from '#platform/server/services.ts'
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
    const { rows } = await withRetries(() =>
      sql<{ upvoteCount: number | null }>`
        ${preparedStatementComment} select upvote(${id}, ${viewer.id}, ${clock.now()}) as "upvoteCount"`.execute(
        database,
      ),
    )
    const { upvoteCount } = rows[0]!
    if (upvoteCount === null) throw await refusalOf(database, id, viewer.id)
    return { id, upvoted: true, canUpvote: false, upvoteCount }
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

/** Returns why a member can't vote for an item. */
async function refusalOf(database: Database, id: number, viewerId: number) {
  const { open, own } = await votableItem(database, id, viewerId)
  if (!open) return votingClosed()
  return own ? cannotUpvoteOwnFavorite() : itemNotFound()
}

type Votable = { upvoteCount: number; open: boolean; own: boolean }

/** Reads an item that the viewer may see. Throws `itemNotFound` if there is none. */
async function votableItem(tx: Database, id: number, viewerId: number): Promise<Votable> {
  const { rows } = await sql<Votable>`
    select i.upvote_count as "upvoteCount", i.hidden_at is null and not i.restaurant_hidden as open,
           exists (select from yolos y where y.item_id = i.id and y.user_id = ${viewerId}) as own
      from items i where i.id = ${id} and i.deleted_at is null and ${itemVisibleToViewerSql(viewerId)}`.execute(
    tx,
  )
  if (!rows[0]) throw itemNotFound()
  return rows[0]
}
