import { useState } from 'react'
import { asApiError } from '#platform/web/api/api.ts'
import { sendOrKeep } from '#platform/web/queue/send-or-keep.ts'
import { useWaitingState } from '#platform/web/queue/waiting-lines.ts'
import { useToggle } from '#platform/web/toggle/use-toggle.ts'

/**
 * A toggle that follows and unfollows a member. It changes at once and changes back if the server refuses. `done`
 * receives whether the viewer follows the member now. `isRefused` says that the viewer can't follow the member, so
 * that trying again is in vain.
 */
export function useFollow(
  { userId, userName }: { userId: number; userName: string },
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
  const [isRefused, setRefused] = useState(false)
  const toggle = useToggle({
    on: youFollowed,
    count,
    waiting: useWaitingState(`follow ${userId}`),
    send: async (on) => {
      setRefused(false)
      const { answer } = await sendOrKeep(
        on ? 'POST /follow/follow-user' : 'DELETE /follow/un-follow-user',
        { userId },
        {
          about: `follow ${userId}`,
          words: on ? `Follow ${userName}` : `Unfollow ${userName}`,
          on,
          repeatable: true,
        },
      ).catch((error: unknown) => {
        setRefused(asApiError(error).code === 'blocked')
        throw error
      })
      const now = answer?.youFollowed ?? on
      done(now)
      return { on: now }
    },
  })
  return { ...toggle, isRefused }
}
