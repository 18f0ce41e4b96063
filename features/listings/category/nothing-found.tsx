import type { MouseEvent } from 'react'
import { defaultDistance, distanceOptions } from '#domain/position/distances.ts'
import { pluralNoun } from '#domain/vocabulary/category-nouns.ts'
import { CategoryArt } from '#features/categories/category-art.tsx'
import { formatPriceLevel } from '#features/items/price-level.ts'
import { distanceInWords, distanceLabel, type DistanceUnit } from '#platform/text/distance.ts'
import { pluralize } from '#platform/text/plural.ts'
import { useDistanceUnit } from '#platform/web/distance-unit.ts'
import { LinkButton } from '#platform/web/ui/button.tsx'
import { EmptyState } from '#platform/web/ui/page/empty-state.tsx'
import { cityNameWithoutRegion, type ListingQuery } from '../question.ts'
import type { Listing } from './listing-loader.ts'
import styles from './lists.module.css'
import type { RelaxedFilter } from './relaxed-filters.ts'
import type { ListingQueryControls } from './use-question.ts'

type Props = { listing: Listing; asking: ListingQueryControls }
type Change = Parameters<ListingQueryControls['filter']>[0]

/** Shown in place of an empty list: says that nothing was found, and what to do about it. */
export function NothingFound({ listing, asking }: Props) {
  const { prices, openNow, tags } = listing.question
  const isFiltered = prices.length > 0 || openNow || tags.length > 0
  return isFiltered ? (
    <NothingPasses listing={listing} asking={asking} />
  ) : (
    <NothingSaved listing={listing} asking={asking} />
  )
}

function NothingSaved({ listing, asking }: Props) {
  const { question, top, category } = listing
  const unit = useDistanceUnit()
  const wider = distanceOptions.toReversed().find((miles) => miles > question.distanceMiles)
  return (
    <EmptyState
      art={<CategoryArt category={category} />}
      title="Help everyone find the BEST by saving one of your TOP 3 here!"
      action={
        <div className={styles.ways}>
          <LinkButton to={addPath(listing)}>Add Favorite</LinkButton>
          {question.point && wider && (
            <ChangeButton asking={asking} change={{ distanceMiles: wider }}>
              {`Look within ${distanceLabel(wider, unit)}`}
            </ChangeButton>
          )}
        </div>
      }
    >
      <p>{nobodyYet(listing, unit)}</p>
      {top.length > 0 && (
        <p>You can be the first to help everyone find a great meal by saving you favorite here!</p>
      )}
    </EmptyState>
  )
}

/** Shown if no dish passes the filters: offers to remove filters, and says how many dishes that finds. */
function NothingPasses({ listing, asking }: Props) {
  const { question, relaxed, category } = listing
  const unit = useDistanceUnit()
  return (
    <EmptyState
      art={<CategoryArt category={category} />}
      title={nothingPassesText(listing, unit)}
      action={
        <div className={styles.ways}>
          {relaxed.map((option) => (
            <ChangeButton key={option.without} asking={asking} change={option.change}>
              {optionText(option, question, unit)}
            </ChangeButton>
          ))}
          <LinkButton variant="quiet" to={addPath(listing)}>
            Add Favorite
          </LinkButton>
        </div>
      }
    >
      {relaxed.length > 0 && <p>But there is more to find:</p>}
    </EmptyState>
  )
}

/** The wizard looks for a restaurant around the list’s point, which may be far from the chosen city. */
const addPath = ({ category, question: { point } }: Listing) =>
  `/add-yolo?category=${category}${point ? `&latitude=${point.latitude}&longitude=${point.longitude}` : ''}`

type ChangeProps = { asking: ListingQueryControls; change: Change; children: string }

const ChangeButton = ({ asking, change, children }: ChangeProps) => (
  <LinkButton
    variant="secondary"
    to={asking.addressOf(change)}
    onClick={(event: MouseEvent) => {
      event.preventDefault()
      asking.filter(change)
    }}
  >
    {children}
  </LinkButton>
)

/** Says in one sentence that the list is empty, and for what it was asked. */
export function nothingFoundText(listing: Listing, unit: DistanceUnit): string {
  const { prices, openNow, tags } = listing.question
  return prices.length > 0 || openNow || tags.length > 0
    ? nothingPassesText(listing, unit)
    : nobodyYet(listing, unit)
}

const nothingPassesText = (listing: Listing, unit: DistanceUnit) =>
  `No ${nounOf(listing)} ${filtersText(listing.question, unit)}.`

const nounOf = ({ categories, category }: Listing) =>
  categories.length > 1 ? 'dishes' : pluralNoun(category)

function nobodyYet(listing: Listing, unit: DistanceUnit) {
  const { point, distanceMiles } = listing.question
  const where = listing.spot ? cityNameWithoutRegion(listing.spot.name) : 'here'
  const around = point ? ` within ${distanceInWords(distanceMiles, unit)} of ${where}` : ''
  return `Nobody has saved any ${nounOf(listing)}${around} yet.`
}

function filtersText(
  { prices, openNow, tags, point, distanceMiles }: ListingQuery,
  unit: DistanceUnit,
) {
  const parts = [
    prices.length > 0 && `at ${prices.map((price) => formatPriceLevel(price).signs).join(' or ')}`,
    tags.length > 0 && `with ${pluralize(tags.length, 'this tag', 'these tags')}`,
    openNow && 'open now',
    point && `within ${distanceInWords(distanceMiles, unit)}`,
  ]
  return parts.filter(Boolean).join(', ')
}

function optionText(
  { without, found, more }: RelaxedFilter,
  { distanceMiles }: ListingQuery,
  unit: DistanceUnit,
) {
  const widest = `within ${distanceInWords(defaultDistance, unit)}`
  const some = `${found}${more ? '+' : ''}`
  if (without === 'open') return `${some} that may be closed now`
  if (without === 'price') return `${some} at any price`
  if (without === 'tags') return `${some} with any tags`
  if (without === 'distance') return `${some} ${widest}`
  return distanceMiles === defaultDistance
    ? `${some} without filters`
    : `${some} without filters, ${widest}`
}
