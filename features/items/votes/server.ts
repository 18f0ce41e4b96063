import { implementCall } from '#platform/server/http/handler.ts'
import type { Services } from '#platform/server/services.ts'
import { notifyUpvoted, withdrawNotices } from '#features/notifications/notify.server.ts'
import { nameKey } from '../names.ts'
import { castVotes, withdrawVotes, type VoteRequest, type VoteResult } from './cast.server.ts'
import { removeUpvote, upvote } from './contract.ts'

export const voteHandlers = (services: Services) => {
  const { database, clock } = services
  const cast = async (request: VoteRequest) =>
    resultOf(await castVotes(database, [request], clock.now()))
  const takeBack = async (request: VoteRequest) =>
    resultOf(await withdrawVotes(database, [request]))
  const notify = async ({ changed, ...answer }: VoteResult, actorId: number) => {
    const { id: itemId, upvoted } = answer
    if (changed && upvoted) await notifyUpvoted(database, { actorId, itemId, at: clock.now() })
    if (changed && !upvoted)
      await withdrawNotices(database, { kinds: ['upvoted', 'followed-upvote'], actorId, itemId })
    return answer
  }
  return [
    implementCall(upvote, async ({ input: { id, expectedName }, viewer }) =>
      notify(
        await cast({
          itemId: id,
          userId: viewer.id,
          nameKey: expectedName ? nameKey(expectedName) : null,
        }),
        viewer.id,
      ),
    ),
    implementCall(removeUpvote, async ({ input: { id }, viewer }) =>
      notify(await takeBack({ itemId: id, userId: viewer.id }), viewer.id),
    ),
  ]
}

function resultOf([result]: (VoteResult | Error)[]): VoteResult {
  if (result instanceof Error) throw result
  return result!
}
