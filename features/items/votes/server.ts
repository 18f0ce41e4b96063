import { holdItem } from '#domain/merged.ts'
import { lockVoter } from '#domain/votes-that-count.ts'
import { notLoggedIn } from '#platform/contract/failure.ts'
import { transact } from '#platform/server/database.ts'
import { on, type Viewer } from '#platform/server/http/handler.ts'
import type { Services } from '#platform/server/services.ts'
import { marksOf } from '../cards.server.ts'
import { itemNotFound } from '../contract.ts'
import { ownFavourite, removeUpvote, upvote, votesOff } from './contract.ts'

export const voteHandlers = ({ database, clock, events }: Services) => {
  const voteOf = async (viewer: Viewer, id: number) => {
    const mark = (await marksOf(database, [id], viewer)).get(id)
    if (!mark) throw itemNotFound()
    const { upvoted, canUpvote, upvoteCount } = mark
    return { id, upvoted, canUpvote, upvoteCount }
  }
  return [
    on(upvote, async ({ input: { id: wanted }, viewer }) => {
      const voted = await transact(database, async (tx) => {
        const item = await holdItem(tx, wanted)
        if (!item) throw itemNotFound()
        if (!item.served) throw votesOff()
        if (!item.listed) throw itemNotFound()
        const { id } = item
        // Saving an item takes the same member's lock: a vote and a save of one member can't cross (S35).
        const voter = await lockVoter(tx, viewer.id, clock.now())
        if (!voter) throw notLoggedIn()
        const own = await tx
          .selectFrom('yolos')
          .select('id')
          .where('item_id', '=', id)
          .where('user_id', '=', viewer.id)
          .executeTakeFirst()
        if (own) throw ownFavourite()
        const { numInsertedOrUpdatedRows } = await tx
          .insertInto('votes')
          .values({
            item_id: id,
            user_id: viewer.id,
            counted: voter.counts,
            created_at: clock.now(),
          })
          .onConflict((conflict) => conflict.columns(['item_id', 'user_id']).doNothing())
          .executeTakeFirstOrThrow()
        return { id, isNew: Boolean(numInsertedOrUpdatedRows) }
      })
      if (voted.isNew) events.publish({ kind: 'vote', actorId: viewer.id, itemId: voted.id })
      return voteOf(viewer, voted.id)
    }),

    on(removeUpvote, async ({ input: { id: wanted }, viewer }) => {
      const { id, taken } = await transact(database, async (tx) => {
        const item = await holdItem(tx, wanted)
        if (!item) throw itemNotFound()
        const { numDeletedRows } = await tx
          .deleteFrom('votes')
          .where('item_id', '=', item.id)
          .where('user_id', '=', viewer.id)
          .executeTakeFirst()
        return { id: item.id, taken: Boolean(numDeletedRows) }
      })
      if (taken) events.publish({ kind: 'vote', actorId: viewer.id, itemId: id })
      return voteOf(viewer, id)
    }),
  ]
}
