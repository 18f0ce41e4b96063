import { networkRecorder } from '#domain/network-evidence.ts'
import { implementCall } from '#platform/server/http/handler.ts'
import type { Services } from '#platform/server/services.ts'
import { batchRequests } from '#platform/server/database/batching.ts'
import { nameKey } from '../names.ts'
import { castVotes, withdrawVotes, type VoteRequest, type VoteResult } from './cast.server.ts'
import { removeUpvote, upvote } from './contract.ts'

export const voteHandlers = (services: Services) => {
  const { database, clock, events, log } = services
  const noteNetworks = networkRecorder(services)
  const cast = batchRequests<VoteRequest & { ip: string }, VoteResult>(async (all) => {
    const voted = await castVotes(database, all, clock.now())
    const isNew = (answer?: VoteResult | Error) => answer && 'changed' in answer && answer.changed
    const cast = all.filter((_request, n) => isNew(voted[n]))
    // The votes are already cast, so their requests must not fail.
    await noteNetworks(database, cast).catch((error: Error) =>
      log.warn({ err: error.message }, 'networks of votes were not noted'),
    )
    return voted
  })
  const takeBack = batchRequests<VoteRequest, VoteResult>((all) =>
    withdrawVotes(database, all, clock.now()),
  )
  const tell = ({ changed, ...answer }: VoteResult, actorId: number) => {
    if (changed) events.publish({ kind: 'vote', actorId, itemId: answer.id })
    return answer
  }
  return [
    implementCall(upvote, async ({ input: { id, expectedName }, viewer, request: { ip } }) =>
      tell(
        await cast({
          itemId: id,
          userId: viewer.id,
          nameKey: expectedName ? nameKey(expectedName) : null,
          ip,
        }),
        viewer.id,
      ),
    ),
    implementCall(removeUpvote, async ({ input: { id }, viewer }) =>
      tell(await takeBack({ itemId: id, userId: viewer.id }), viewer.id),
    ),
  ]
}
