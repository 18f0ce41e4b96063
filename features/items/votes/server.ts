import { implementCall } from '#platform/server/http/handler.ts'
import type { Services } from '#platform/server/services.ts'
import { batchRequests } from '#platform/server/database/batching.ts'
import { nameKey } from '../names.ts'
import { castVotes, withdrawVotes, type VoteRequest, type VoteResult } from './cast.server.ts'
import { removeUpvote, upvote } from './contract.ts'

export const voteHandlers = (services: Services) => {
  const { database, clock, events } = services
  const cast = batchRequests<VoteRequest, VoteResult>((all) =>
    castVotes(database, all, clock.now()),
  )
  const takeBack = batchRequests<VoteRequest, VoteResult>((all) => withdrawVotes(database, all))
  const tell = ({ changed, ...answer }: VoteResult, actorId: number) => {
    if (changed) events.publish({ kind: 'vote', actorId, itemId: answer.id })
    return answer
  }
  return [
    implementCall(upvote, async ({ input: { id, expectedName }, viewer }) =>
      tell(
        await cast({
          itemId: id,
          userId: viewer.id,
          nameKey: expectedName ? nameKey(expectedName) : null,
        }),
        viewer.id,
      ),
    ),
    implementCall(removeUpvote, async ({ input: { id }, viewer }) =>
      tell(await takeBack({ itemId: id, userId: viewer.id }), viewer.id),
    ),
  ]
}
