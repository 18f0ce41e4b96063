import type { MouseEvent } from 'react'
import { defaultDistance, distanceOptions } from '#domain/position/distances.ts'
import { pluralNoun } from '#domain/vocabulary/category-nouns.ts'
import { CategoryArt } from '#features/categories/category-art.tsx'
import { distanceInWords, distanceLabel, type DistanceUnit } from '#platform/text/distance.ts'
import { useDistanceUnit } from '#platform/web/distance-unit.ts'
import { LinkButton } from '#platform/web/ui/button.tsx'
import { EmptyState } from '#platform/web/ui/page/empty-state.tsx'
import { cityNameWithoutRegion, emptyFilters, type ListingQuery } from '../question.ts'
import type { Listing } from './listing-loader.ts'
import type { ListingQueryControls } from './use-question.ts'

type Props = { listing: Listing; controls: ListingQueryControls }

const hasFilters = ({ prices, openNow, tags }: ListingQuery) =>
  prices.length > 0 || openNow || tags.length > 0

/** Shown in place of an empty list: says that nothing was found, and what to do about it. */
export function NothingFound({ listing, controls }: Props) {
  const { question, top, category } = listing
  const { point, distanceMiles, order } = question
  const unit = useDistanceUnit()
  const isFiltered = hasFilters(question)
  const wider = distanceOptions.toReversed().find((miles) => miles > distanceMiles)
  const add = `/add-yolo?category=${category}${point ? `&latitude=${point.latitude}&longitude=${point.longitude}` : ''}`
  return (
    <EmptyState
      art={<CategoryArt category={category} />}
      title={
        isFiltered
          ? nothingFoundText(listing, unit)
          : 'Help everyone find the BEST by saving one of your TOP 3 here!'
      }
      action={
        <>
          <LinkButton to={add}>Add Favorite</LinkButton>
          {isFiltered ? (
            <ChangeButton
              controls={controls}
              change={{ ...emptyFilters, order, distanceMiles: defaultDistance }}
            >
              Clear all
            </ChangeButton>
          ) : (
            point &&
            wider && (
              <ChangeButton controls={controls} change={{ distanceMiles: wider }}>
                {`Look within ${distanceLabel(wider, unit)}`}
              </ChangeButton>
            )
          )}
        </>
      }
    >
      {!isFiltered && <p>{nothingFoundText(listing, unit)}</p>}
      {!isFiltered && top.length > 0 && (
        <p>You can be the first to help everyone find a great meal by saving you favorite here!</p>
      )}
    </EmptyState>
  )
}

type ChangeProps = Pick<Props, 'controls'> & { change: Partial<ListingQuery>; children: string }

const ChangeButton = ({ controls, change, children }: ChangeProps) => (
  <LinkButton
    variant="secondary"
    to={controls.addressOf(change)}
    onClick={(event: MouseEvent) => {
      event.preventDefault()
      controls.filter(change)
    }}
  >
    {children}
  </LinkButton>
)

/** Says in one sentence that the list is empty, and for what it was asked. */
export function nothingFoundText(listing: Listing, unit: DistanceUnit): string {
  const { category, question, spot } = listing
  const where = spot ? cityNameWithoutRegion(spot.name) : 'here'
  const around = question.point
    ? ` within ${distanceInWords(question.distanceMiles, unit)} of ${where}`
    : ''
  return hasFilters(question)
    ? `No ${pluralNoun(category)}${around} pass these filters.`
    : `Nobody has saved any ${pluralNoun(category)}${around} yet.`
}
