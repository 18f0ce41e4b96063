import type { MouseEvent } from 'react'
import { distances, type Distance } from '#domain/distances.ts'
import { pluralNoun } from '#domain/vocabulary/category-nouns.ts'
import { CategoryArt } from '#features/categories/category-art.tsx'
import { plural } from '#platform/text/plural.ts'
import { LinkButton } from '#platform/web/ui/button.tsx'
import { EmptyState } from '#platform/web/ui/page/empty-state.tsx'
import { cityOnly, type Question } from '../question.ts'
import type { Listing } from './listing-loader.ts'
import styles from './lists.module.css'
import NothingSuch from './nothing-such.tsx'
import type { Asking } from './use-question.ts'

/** A list without a dish says so, and what to do about it. */
export default function NothingNear({ listing, asking }: { listing: Listing; asking: Asking }) {
  const { question, top, category } = listing
  const wider = nextWider(question.distanceMiles)
  if (narrowed(question)) return <NothingSuch listing={listing} asking={asking} />
  return (
    <EmptyState
      art={<CategoryArt category={category} />}
      title="Help everyone find the BEST by saving one of your TOP 3 here!"
      action={
        <div className={styles.ways}>
          <LinkButton to={`/add-yolo?category=${category}`}>Add Favorite</LinkButton>
          {question.point && wider && (
            <LinkButton
              look="secondary"
              to={asking.addressOf({ distanceMiles: wider })}
              onClick={(event: MouseEvent) => {
                event.preventDefault()
                asking.setDistance(wider)
              }}
            >
              {`Look within ${wider} mi`}
            </LinkButton>
          )}
        </div>
      }
    >
      <p>{nobodyYet(listing)}</p>
      {top.length > 0 && (
        <p>You can be the first to help everyone find a great meal by saving you favorite here!</p>
      )}
    </EmptyState>
  )
}

function nobodyYet({ categories: [only, ...others], question, spot }: Listing) {
  const { point, distanceMiles } = question
  const kinds = others.length > 0 ? 'dishes' : pluralNoun(only!)
  const where = spot ? cityOnly(spot.name) : 'here'
  const around = point ? ` within ${plural(distanceMiles, 'mile')} of ${where}` : ''
  return `Nobody has saved any ${kinds}${around} yet.`
}

const narrowed = ({ prices, openNow, tags }: Question) =>
  prices.length > 0 || openNow || tags.length > 0

const nextWider = (distance: Distance) => distances.toReversed().find((one) => one > distance)
