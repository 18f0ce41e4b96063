import { defaultDistance } from '#domain/distances.ts'
import { pluralNoun } from '#domain/vocabulary/category-nouns.ts'
import { CategoryArt } from '#features/categories/category-art.tsx'
import { priceOf } from '#features/items/money.ts'
import { plural, wordFor } from '#platform/text/plural.ts'
import { LinkButton } from '#platform/web/ui/button.tsx'
import { EmptyState } from '#platform/web/ui/page/empty-state.tsx'
import type { Question } from '../question.ts'
import type { Listing } from './listing-loader.ts'
import styles from './lists.module.css'
import type { Asking } from './use-question.ts'
import type { RelaxedFilter } from './relaxed-filters.ts'

/** Nothing passes the filters: which of them to let go, and what is found then. */
export default function NothingSuch({ listing, asking }: { listing: Listing; asking: Asking }) {
  const { question, relaxed, category, categories } = listing
  const kinds = categories.length > 1 ? 'dishes' : pluralNoun(category)
  return (
    <EmptyState
      art={<CategoryArt category={category} />}
      title={`No ${kinds} ${suchAs(question)}.`}
      action={
        <div className={styles.ways}>
          {relaxed.map((option) => (
            <LinkButton
              key={option.without}
              look="secondary"
              to={asking.addressOf(option.change)}
              onClick={(event) => {
                event.preventDefault()
                asking.filter(option.change)
              }}
            >
              {optionText(option, question)}
            </LinkButton>
          ))}
          <LinkButton look="quiet" to={`/add-yolo?category=${category}`}>
            Add Favorite
          </LinkButton>
        </div>
      }
    >
      {relaxed.length > 0 && <p>But there is more to find:</p>}
    </EmptyState>
  )
}

function suchAs({ prices, openNow, tags, point, distanceMiles }: Question) {
  const parts = [
    ...(prices.length > 0 ? [`at ${prices.map((one) => priceOf(one).signs).join(' or ')}`] : []),
    ...(tags.length > 0 ? [`with ${wordFor(tags.length, 'this tag', 'these tags')}`] : []),
    ...(openNow ? ['open now'] : []),
    ...(point ? [`within ${plural(distanceMiles, 'mile')}`] : []),
  ]
  return parts.join(', ')
}

function optionText({ without, found, more }: RelaxedFilter, { distanceMiles }: Question) {
  const some = `${found}${more ? '+' : ''}`
  if (without === 'open') return `${some} that may be closed now`
  if (without === 'price') return `${some} at any price`
  if (without === 'tags') return `${some} with any tags`
  if (without === 'distance') return `${some} within ${defaultDistance} miles`
  return distanceMiles === defaultDistance
    ? `${some} without filters`
    : `${some} without filters, within ${defaultDistance} miles`
}
