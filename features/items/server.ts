import { voteCounts } from '#domain/counts.ts'
import { transact } from '#platform/server/database.ts'
import { on, type Viewer } from '#platform/server/http/handler.ts'
import type { Services } from '#platform/server/services.ts'
import { marksOf } from './cards.server.ts'
import { holdItem } from '#domain/merged.ts'
import { itemNotFound, marks, ownFavourite, removeUpvote, upvote, votesOff } from './contract.ts'
import * as adjustments from './votes/adjust.contract.ts'
import { adjustHandlers } from './votes/adjust.server.ts'
import * as items from './contract.ts'
import { listHandlers } from './list.server.ts'
import * as reports from './reports/contract.ts'
import { reportHandlers } from './reports/reports.server.ts'
import * as similar from './similar/contract.ts'
import { similarHandlers } from './similar/server.ts'

export { checks } from './checks.ts'
export const calls = { ...items, ...reports, ...adjustments, ...similar }
export const handlers = (services: Services) => [
  ...voteHandlers(services),
  ...listHandlers(services),
  ...reportHandlers(services),
  ...adjustHandlers(services),
  ...similarHandlers(services),
]

const voteHandlers = ({ database, clock, events }: Services) => {
  const voteOf = async (viewer: Viewer, id: number) => {
    const mark = (await marksOf(database, [id], viewer)).get(id)
    if (!mark) throw itemNotFound()
    const { upvoted, canUpvote, upvoteCount } = mark
    return { id, upvoted, canUpvote, upvoteCount }
  }
  return [
    on(upvote, async ({ input: { id: wanted }, viewer }) => {
      const counted = voteCounts(viewer, clock.now())
      const voted = await transact(database, async (tx) => {
        const item = await holdItem(tx, wanted)
        if (!item) throw itemNotFound()
        if (!item.served) throw votesOff()
        if (!item.listed) throw itemNotFound()
        const { id } = item
        // Saving an item takes the same member's lock: a vote and a save of one member can't cross (S35).
        await tx
          .selectFrom('users')
          .select('id')
          .where('id', '=', viewer.id)
          .forNoKeyUpdate()
          .execute()
        const own = await tx
          .selectFrom('yolos')
          .select('id')
          .where('item_id', '=', id)
          .where('user_id', '=', viewer.id)
          .executeTakeFirst()
        if (own) throw ownFavourite()
        const { numInsertedOrUpdatedRows } = await tx
          .insertInto('votes')
          .values({ item_id: id, user_id: viewer.id, counted, created_at: clock.now() })
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

    on(marks, async ({ input: { items }, viewer }) => {
      const ids = items
        .split(',')
        .map(Number)
        .filter((id) => id > 0 && id < 2 ** 31)
      const found = await marksOf(database, ids, viewer)
      return [...found].map(([id, mark]) => ({ id, ...mark }))
    }),
  ]
}
