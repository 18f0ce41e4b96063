import ArrowUp from 'lucide-react/icons/arrow-big-up'
import Check from 'lucide-react/icons/check'
import Heart from 'lucide-react/icons/heart'
import { plural } from '#platform/text/plural.ts'
import css from './upvote-button.module.css'

export type UpvoteButtonProps = {
  count: number
  /** One has voted: reads UPVOTED, a tap takes it back. */
  pressed: boolean
  busy?: boolean
  /** The dish, for who can't see which card this is on. */
  of: string
  /** Its item: without scripts it leads to the log-in, by the form of <LogInFirst>. */
  item?: number
  onPress: () => void
  /** One's own favourite can't be voted for: shows the count and says why. */
  own?: boolean
  /** Isn't served any more: shows the count alone. */
  off?: boolean
  /** A word about a vote that didn't go through; stays beside the button. */
  error?: string | null
}

const tap = 'Tap to Upvote'
const done = 'UPVOTED'

/** The one loud thing on a card. Knows nothing of the server. */
export function UpvoteButton(props: UpvoteButtonProps) {
  const { count, pressed, busy, of, item, onPress, own, off, error } = props
  const spoken = <span className="visually-hidden">{` · ${of} · ${plural(count, 'upvote')}`}</span>
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
          onPress()
        }}
      >
        {pressed ? <Check className={css.sign} /> : <ArrowUp className={css.sign} />}
        <span className={css.words} data-other={pressed ? tap : done}>
          {pressed ? done : tap}
        </span>
        <Count count={count} />
        {spoken}
      </button>
      <output>{error}</output>
    </div>
  )
}

const short = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 })

function Count({ count }: { count: number }) {
  return (
    <span key={count} className={css.count} aria-hidden="true">
      {short.format(count)}
    </span>
  )
}
