import { on } from '#platform/server/http/handler.ts'
import type { Services } from '#platform/server/services.ts'
import { together } from '#platform/server/together.ts'
import { castAll, takeBackAll, type Asked, type Voted } from './cast.server.ts'
import { removeUpvote, upvote } from './contract.ts'

export const voteHandlers = ({ database, clock, events }: Services) => {
  const cast = together<Asked, Voted>((all) => castAll(database, all, clock.now()))
  const takeBack = together<Asked, Voted>((all) => takeBackAll(database, all, clock.now()))
  const tell = ({ changed, ...answer }: Voted, actorId: number) => {
    if (changed) events.publish({ kind: 'vote', actorId, itemId: answer.id })
    return answer
  }
  return [
    on(upvote, async ({ input: { id }, viewer }) =>
      tell(await cast({ itemId: id, userId: viewer.id }), viewer.id),
    ),
    on(removeUpvote, async ({ input: { id }, viewer }) =>
      tell(await takeBack({ itemId: id, userId: viewer.id }), viewer.id),
    ),
  ]
}
