import type { ReactNode } from 'react'
import { categoryById } from '#domain/vocabulary/categories.ts'
import { formatDistanceAway } from '#platform/text/distance.ts'
import { countWithNoun } from '#platform/text/plural.ts'
import { useDistanceUnit } from '#platform/web/distance-unit.ts'
import { Link } from '#platform/web/navigation/link.tsx'
import { Card as CardPart } from '#platform/web/ui/list/card.tsx'
import { Rank } from '#platform/web/ui/list/rank.tsx'
import { ReadMore } from '#platform/web/ui/page/read-more.tsx'
import type { ShownCard } from './contract.ts'
import styles from './dish-card.module.css'
import { DishPhoto } from './dish-photo.tsx'
import { DishTags } from './dish-tags.tsx'
import { formatPriceLevel } from './price-level.ts'
import { CardByline } from './on-menu.tsx'
import { Upvote } from './upvote.tsx'

const dishPath = (id: number) => `/dish/${id}`
/** The photo's `sizes` in each layout: its width on a desktop and on a phone. */
const photoSizes = {
  large: '(min-width: 46rem) 22rem, 100vw',
  row: '(min-width: 46rem) 11rem, 7rem',
}

export type DishCardProps = {
  card: ShownCard
  /** The dish's rank, if the list is a ranking. */
  place?: number
  layout: 'large' | 'row'
  /** True on the restaurant's own page: the card doesn't name the restaurant again. */
  atRestaurant?: boolean
  /** True if its photo is the first one on the page. */
  first?: boolean
  /** Content below everything else, over the card's whole width, such as its settings. */
  footer?: ReactNode
}

/** The first `large` cards of a list are large. */
export const layoutOf = (index: number, large: number) => (index < large ? 'large' : 'row')

export function DishCard(props: DishCardProps) {
  const { card, place, layout, atRestaurant, first, footer } = props
  const reason = card.yolos.find(({ description }) => description !== '')
  return (
    <CardPart
      id={`dish-${card.id}`}
      title={card.itemName}
      to={dishPath(card.id)}
      layout={layout}
      rank={
        place !== undefined && <Rank place={place} size={layout === 'row' ? 'small' : 'large'} />
      }
      media={<DishPhoto card={card} first={first} sizes={photoSizes[layout]} />}
      meta={atRestaurant ? categoryById(card.categoryId)?.name : <RestaurantLine card={card} />}
      footer={
        <CardByline
          card={card}
          asks={atRestaurant}
          hideServed={atRestaurant && card.closed}
          vote={<Upvote card={card} />}
        >
          <SavedBy card={card} />
        </CardByline>
      }
      below={footer}
    >
      {reason && <ReadMore text={reason.description} of={card.itemName} />}
      <DishTags tags={card.tags} />
    </CardPart>
  )
}

/** Miles beyond which the card shows the city instead of the distance. */
const far = 50

/** The line with the restaurant, the distance and the price. */
function RestaurantLine({ card }: Pick<DishCardProps, 'card'>) {
  const { distanceMiles: miles, cityName, priceLevel } = card
  const unit = useDistanceUnit()
  const isNear = miles !== null && miles <= far
  return (
    <>
      <Link to={`/restaurant/${card.restaurantId}`} translate="no">
        {card.restaurantName}
      </Link>
      {' · '}
      {isNear ? (
        <span className={styles.away}>{formatDistanceAway(miles, unit)}</span>
      ) : (
        <span>{cityName.replace(/, US$/, '')}</span>
      )}
      {priceLevel !== null && <Price level={priceLevel} />}
    </>
  )
}

export function Price({ level }: { level: number }) {
  const { signs, spoken } = formatPriceLevel(level)
  return (
    <>
      {' · '}
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- signs of a font, not a picture to be fetched */}
      <span className={styles.price} role="img" aria-label={spoken}>
        {signs}
      </span>
    </>
  )
}

function SavedBy({ card: { id, yolos, yoloCount } }: { card: ShownCard }) {
  const [saver] = yolos
  if (!saver) return null
  const others = yoloCount - 1
  return (
    <span className={styles.by}>
      {'Saved by '}
      <Link to={`/user/${saver.userId}`} translate="no">
        {saver.userName}
      </Link>
      {others > 0 && (
        <>
          {' and '}
          <Link to={`${dishPath(id)}#reasons`}>{countWithNoun(others, 'other')}</Link>
        </>
      )}
    </span>
  )
}
