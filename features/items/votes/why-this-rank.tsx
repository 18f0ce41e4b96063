import { Link } from '#platform/web/navigation/link.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Stack } from '#platform/web/ui/page/layout.tsx'
import { Skeleton } from '#platform/web/ui/page/skeleton.tsx'
import { useLoadOnChange } from '#platform/web/api/use-load.ts'
import type { Card } from '../contract.ts'
import { useDateText } from '../dates.ts'
import styles from './why-this-rank.module.css'

/** Maximum number of adjustments listed. */
const maxShown = 5

type Props = {
  card: Card
  place?: number
  /** Names the list of `place`, on a page that isn't that list itself. */
  within?: string
}

/** Shows the figures that a dish's rank is based on, and the rule by which dishes are ranked. */
export function WhyThisRank({ card: { id, itemName }, place, within = 'in this list' }: Props) {
  const dateText = useDateText()
  const { data: why, error, retry } = useLoadOnChange('GET /items/:id/why', { id })

  if (error)
    return (
      <Stack>
        <p role="alert">{error.message}</p>
        <Button variant="secondary" onClick={retry}>
          Try again
        </Button>
      </Stack>
    )
  if (!why) return <Skeleton lines={5} />
  const isAdjusted = why.adjustment !== 0 || why.adjustments.length > 0
  const isSetAside = why.votesSetAside !== null
  return (
    <Stack>
      <p>
        {place === undefined ? (
          <strong>{itemName}</strong>
        ) : (
          <>
            <strong>{itemName}</strong> is number {place} {within}.
          </>
        )}
      </p>
      <dl className={styles.figures}>
        <Figure words="Upvotes of members" count={why.votes} />
        {isSetAside && <Figure words="Upvotes set aside" count={why.votesSetAside!} />}
        {isAdjusted && <Figure words="Adjustment by our team" count={signed(why.adjustment)} />}
        <Figure words="Upvotes shown" count={why.upvoteCount} />
        <Figure words="Saved as a favorite" count={why.yoloCount} />
        {why.newestYoloAt && <Figure words="Last saved" count={dateText(why.newestYoloAt)} />}
        {why.confirmedAt && (
          <Figure words="Last confirmed on the menu" count={dateText(why.confirmedAt)} />
        )}
      </dl>
      {why.adjustments.length > 0 && (
        <section>
          <h3 className={styles.title}>Adjustments</h3>
          <ul className={styles.changes}>
            {why.adjustments.slice(0, maxShown).map(({ at, before, after }) => (
              <li key={at}>
                {dateText(at)}: from {signed(before)} to {signed(after)}
              </li>
            ))}
          </ul>
        </section>
      )}
      <p className={styles.rule}>
        {isAdjusted && 'Upvotes shown are members’ upvotes and our team’s adjustment together. '}
        More upvotes come first. Of two with as many, the one that more members saved; then the one
        that was saved last.{' '}
        {isSetAside
          ? 'What is set aside, such as upvotes of members who haven’t confirmed their e-mail, isn’t counted, and nobody can pay for a place.'
          : 'Nobody can pay for a place.'}{' '}
        <Link to="/faq#rank">More about ranks</Link>
      </p>
    </Stack>
  )
}

const signed = (count: number) =>
  count > 0 ? `+${count.toLocaleString('en')}` : count.toLocaleString('en')

const Figure = ({ words, count }: { words: string; count: number | string }) => (
  <div className={styles.figure}>
    <dt>{words}</dt>
    <dd>{count.toLocaleString('en')}</dd>
  </div>
)
