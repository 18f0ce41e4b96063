import { api } from '#platform/web/api/api.ts'
import { useToggle } from '#platform/web/toggle/use-toggle.ts'

/**
 * A toggle that follows and unfollows a member. It changes at once and changes back if the server refuses. `done`
 * receives what the server saved.
 */
export const useFollow = (
  userId: number,
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
    send: async (on) => {
      const { youFollowed: now } = on
        ? await api('POST /follow/follow-user', { userId })
        : await api('DELETE /follow/un-follow-user', { userId })
      done(now)
      return { on: now }
    },
  })
