import { ArrowBigUp as ArrowUp, Check, Heart } from 'lucide-react'
import { countWithNoun, shortCountText } from '#platform/text/plural.ts'
import css from './upvote-button.module.css'

export type UpvoteButtonProps = {
  count: number
  /** True if the viewer has voted: the button reads UPVOTED, and a tap takes the vote back. */
  pressed: boolean
  busy?: boolean
  /** Name of the dish, for screen readers. */
  of: string
  /** Id of the item. Without scripts, the button submits it to the log-in page with `LogInPromptProvider`’s form. */
  item?: number
  onPress: () => void
  /** True for the viewer's own favorite, which takes no vote: shows the count and says why. */
  own?: boolean
  /** True if the dish isn't served any more: shows the count and that votes are off. */
  off?: boolean
  /** Message about a vote that failed, shown at the button. */
  error?: string | null
  /** What the voter should know about their vote. */
  note?: string
}

const tap = 'Tap to Upvote'
const done = 'UPVOTED'

/** The button for a vote, the most prominent part of a card. It makes no requests itself. */
export function UpvoteButton(props: UpvoteButtonProps) {
  const { count, pressed, busy, of, item, onPress, own, off, error, note } = props
  const spoken = (
    <span className="visually-hidden">{` · ${of} · ${countWithNoun(count, 'upvote')}`}</span>
  )
  if (off && !own)
    return (
      <p className={css.off}>
        <span>Votes are off</span>
        <Count count={count} />
        {spoken}
      </p>
    )
  if (own)
    return (
      <p className={css.own}>
        <Heart className={css.heart} />
        <span>Your favorite</span>
        <Count count={count} />
        {spoken}
      </p>
    )
  return (
    <div className={css.place}>
      <button
        type="submit"
        form="log-in-first"
        name="vote"
        value={item}
        className={css.button}
        aria-pressed={pressed}
        aria-busy={busy || undefined}
        data-busy={busy || undefined}
        onClick={(event) => {
          event.preventDefault()
          // A double tap votes once.
          if (event.detail < 2) onPress()
        }}
      >
        {pressed ? <Check className={css.sign} /> : <ArrowUp className={css.sign} />}
        <span className={css.words} data-other={pressed ? tap : done}>
          {pressed ? done : tap}
        </span>
        <Count count={count} />
        {spoken}
      </button>
      <output data-error={error ? '' : undefined}>{error ?? note}</output>
    </div>
  )
}

function Count({ count }: { count: number }) {
  return (
    <span key={count} className={css.count} aria-hidden="true">
      {shortCountText(count)}
    </span>
  )
}
