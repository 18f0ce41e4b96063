import { sendOrKeep } from '#platform/web/queue/send-or-keep.ts'
import { useWaitingState } from '#platform/web/queue/waiting-lines.ts'
import { useToggle } from '#platform/web/toggle/use-toggle.ts'

/**
 * A toggle that follows and unfollows a member. It changes at once and changes back if the server refuses. `done`
 * receives whether the viewer follows the member now.
 */
export const useFollow = (
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
) =>
  useToggle({
    on: youFollowed,
    count,
    waiting: useWaitingState(`follow ${userId}`),
    send: async (on) => {
      const { answer } = await sendOrKeep(
        on ? 'POST /follow/follow-user' : 'DELETE /follow/un-follow-user',
        { userId },
        {
          about: `follow ${userId}`,
          words: on ? `Follow ${userName}` : `Unfollow ${userName}`,
          on,
          repeatable: true,
        },
      )
      const now = answer?.youFollowed ?? on
      done(now)
      return { on: now }
    },
  })
