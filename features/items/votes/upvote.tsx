import { api } from '#platform/web/api/api.ts'
import { useSession } from '#platform/web/session/session.ts'
import { UpvoteButton } from './upvote-button.tsx'
import { useToggle } from '#platform/web/toggle/use-toggle.ts'
import type * as items from '../contract.ts'
import { useAskToLogIn } from '../log-in-first.tsx'
import { useReloadIfRenamed } from '../reload-renamed.ts'
import { noteVote } from './votes-cast.ts'
import { usePendingTap } from '#features/sign-in/pending-tap.ts'

type Voted = Pick<
  items.Card,
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
  const { isLogged } = useSession()
  const askToLogIn = useAskToLogIn()
  const reloadIfRenamed = useReloadIfRenamed()
  const vote = useToggle({
    on: upvoted,
    count: upvoteCount,
    send: async (on) => {
      const answer = await reloadIfRenamed(
        api(on ? 'POST /items/:id/upvote' : 'POST /items/:id/removeUpvote', {
          id,
          ...(on && { expectedName: itemName }),
        }),
      )
      noteVote(id, answer.upvoted, upvoted)
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
