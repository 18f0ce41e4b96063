import { api } from '#platform/web/api/api.ts'
import { useToggle } from '#platform/web/toggle/use-toggle.ts'

type Options = {
  /** Number of the member's followers, including the viewer. */
  count?: number
  /** Receives whether the viewer follows the member now. */
  done?: (youFollow: boolean) => void
}

/** A switch that follows and unfollows a member. It changes at once, and back if the server refuses. */
export function useFollow(userId: number, youFollowed: boolean, { count, done }: Options) {
  const toggle = useToggle({
    on: youFollowed,
    count,
    send: async (on) => {
      const route = on ? 'POST /follow/follow-user' : 'DELETE /follow/un-follow-user'
      const answer = await api(route, { userId })
      done?.(answer.youFollowed)
      return { on: answer.youFollowed }
    },
  })
  return { ...toggle, about: `follow ${userId}` }
}
