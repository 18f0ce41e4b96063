import { useRevalidator } from 'react-router'
import { refusalDetails } from '#platform/web/api/refusal.ts'
import { api } from '#platform/web/api/api.ts'
import { useSession } from '#platform/web/session/session.ts'
import { useStored } from '#platform/web/storage/stored.ts'
import { useToggle } from '#platform/web/toggle/use-toggle.ts'
import { isFollowRefused, refusedFollows, rememberRefusedFollow } from './refused-follows.ts'

/**
 * A toggle that follows and unfollows a member. It changes at once and changes back if the server refuses. `done`
 * receives whether the viewer follows the member now. `isRefused` says that the member has refused the viewer, so that
 * trying again is in vain.
 */
export function useFollow(
  { userId }: { userId: number },
  youFollowed: boolean,
  {
    count,
    done = () => {},
  }: {
    /** Number of the member's followers, including the viewer. */
    count?: number
    done?: (youFollow: boolean) => void
  } = {},
) {
  const { id: viewerId } = useSession()
  const { revalidate } = useRevalidator()
  const refused = useStored(refusedFollows)
  const about = `follow ${userId}`
  const toggle = useToggle({
    on: youFollowed,
    count,
    send: async (on) => {
      const answer = await api(on ? 'POST /follow/follow-user' : 'DELETE /follow/un-follow-user', {
        userId,
      }).catch((error: unknown) => {
        const refusal = refusalDetails(error, 'POST /follow/follow-user', 'blocked')
        if (refusal?.youBlocked === false) rememberRefusedFollow(userId)
        // They blocked the member in another tab, and can unblock them here.
        if (refusal?.youBlocked) void revalidate()
        throw error
      })
      done(answer.youFollowed)
      return { on: answer.youFollowed }
    },
  })
  return { ...toggle, about, isRefused: !toggle.on && isFollowRefused(refused, viewerId, userId) }
}
