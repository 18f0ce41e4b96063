import { usePendingTap } from '#features/sign-in/pending-tap.ts'
import { api } from '#platform/web/api/api.ts'
import { useSession } from '#platform/web/session/session.ts'
import { useToggle } from '#platform/web/toggle/use-toggle.ts'
import type { ShownCard } from './contract.ts'
import { useAskToLogIn } from './log-in-first.tsx'
import { UpvoteButton } from './upvote-button.tsx'

type Voted = Pick<
  ShownCard,
  'id' | 'itemName' | 'upvoted' | 'upvoteCount' | 'used' | 'gone' | 'closed'
>

/** Shows the list's card with the button that a visitor tapped, unless it is in the window. */
function scrollToVote(id: number) {
  const card = document.querySelector(`button[name='vote'][value='${id}']`)?.closest('li')
  if (!card) return
  const { top, bottom } = card.getBoundingClientRect()
  if (top < 0 || bottom > innerHeight) card.scrollIntoView({ block: 'center' })
}

/** Shows a vote before the server has answered. If the server refuses it, takes it back and shows a message. */
export function Upvote({ card }: { card: Voted }) {
  const { id, itemName, upvoted, upvoteCount, used } = card
  const about = `vote ${id}`
  const off = card.gone || card.closed
  const { isLogged, verified } = useSession()
  const askToLogIn = useAskToLogIn()
  const vote = useToggle({
    on: upvoted,
    count: upvoteCount,
    send: async (on) => {
      const route = on ? 'POST /items/:id/upvote' : 'POST /items/:id/removeUpvote'
      const answer = await api(route, { id })
      return { on: answer.upvoted, count: answer.upvoteCount }
    },
  })
  usePendingTap({
    about,
    off: vote.on || used || off,
    flip() {
      vote.flip()
      // The page was loaded again and begins at its top.
      scrollToVote(id)
    },
    turnOff: vote.turnOff,
    text: `Your upvote of ${itemName} counts now.`,
  })
  return (
    <UpvoteButton
      of={itemName}
      item={id}
      pressed={vote.on}
      count={vote.count}
      error={vote.error}
      note={vote.on && isLogged && !verified ? 'Counts once you verify your e-mail' : undefined}
      own={used}
      off={off}
      onPress={
        isLogged
          ? vote.flip
          : () => askToLogIn('Log in, and your vote for it counts.', vote.flip, about)
      }
    />
  )
}
