import { api } from '#platform/web/api/api.ts'
import { useToggle } from '#platform/web/toggle/use-toggle.ts'

/** Follow and unfollow one member: shown before the server answers and undone if it refuses. `done` gets what the server saved. */
export const useFollow = (
  userId: number,
  youFollowed: boolean,
  {
    count,
    done = () => {},
  }: {
    /** How many follow that member, with oneself. */
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
