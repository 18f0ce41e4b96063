import { defaultDistance } from '#domain/position/distances.ts'
import type { MouseEvent } from 'react'
import { X } from 'lucide-react'
import { categoryById } from '#domain/vocabulary/categories.ts'
import { tagNames } from '#domain/vocabulary/tags.data.ts'
import { formatPriceLevel } from '#features/items/price-level.ts'
import { distanceInWords, type DistanceUnit } from '#platform/text/distance.ts'
import { useDistanceUnit } from '#platform/web/distance-unit.ts'
import { ChipLink, Chips } from '#platform/web/ui/list/chip.tsx'
import type { Filters, ListingQuery } from '../question.ts'
import styles from './chosen-filters.module.css'
import type { ListingQueryControls } from './use-question.ts'

type Change = Partial<Filters & Pick<ListingQuery, 'distanceMiles'>>
type Chosen = { name: string; spoken?: string; change: Change }

/** The chosen filters as chips. A tap on a chip removes its filter. */
export function ChosenFilters({ asking }: { asking: ListingQueryControls }) {
  const chosen = chosenOf(asking.wanted, useDistanceUnit())
  const { categories } = asking
  if (chosen.length === 0 && categories.length === 1) return null
  const remove = (event: MouseEvent<HTMLAnchorElement>, change: Change) => {
    event.preventDefault()
    const chip = event.currentTarget
    // The focus moves from the removed chip to its neighbor, or to <main> if no filter is left.
    const beside =
      change === everything ? null : (chip.nextElementSibling ?? chip.previousElementSibling)
    const next = chosen.length > 1 ? beside : null
    const left = next ?? chip.closest('main')
    if (left instanceof HTMLElement) left.focus({ preventScroll: true })
    asking.filter(change)
  }
  return (
    <div className={styles.chosen}>
      <Chips label="Chosen">
        {categories.length > 1 &&
          categories.map((id) => (
            <ChipLink
              key={id}
              to={asking.withCategories(categories.filter((other) => other !== id))}
              preventScrollReset
              viewTransition={false}
            >
              <Taken name={categoryById(id)?.name ?? ''} />
            </ChipLink>
          ))}
        {chosen.map(({ name, spoken, change }) => (
          <ChipLink
            key={name}
            to={asking.addressOf(change)}
            onClick={(event) => remove(event, change)}
          >
            <Taken name={name} spoken={spoken} />
          </ChipLink>
        ))}
        {chosen.length > 1 && (
          <ChipLink
            to={asking.addressOf(everything)}
            onClick={(event) => remove(event, everything)}
          >
            Clear all
          </ChipLink>
        )}
      </Chips>
    </div>
  )
}

/** Clears all filters but not the order, which has its own link above the list. */
const everything: Change = { prices: [], openNow: false, tags: [], distanceMiles: defaultDistance }

const Taken = ({ name, spoken }: { name: string; spoken?: string }) => (
  <>
    <span className="visually-hidden">Remove {spoken}</span>
    <span aria-hidden={spoken ? true : undefined}>{name}</span>
    <X />
  </>
)

function chosenOf(
  { point, distanceMiles, prices, openNow, tags }: ListingQuery,
  unit: DistanceUnit,
): Chosen[] {
  const without = (all: number[], value: number) => all.filter((other) => other !== value)
  const distance = {
    name: `Within ${distanceInWords(distanceMiles, unit)}`,
    change: { distanceMiles: defaultDistance },
  }
  return [
    ...(point && distanceMiles !== defaultDistance ? [distance] : []),
    ...prices.map((price) => ({
      name: formatPriceLevel(price).signs,
      spoken: formatPriceLevel(price).spoken,
      change: { prices: without(prices, price) },
    })),
    ...(openNow ? [{ name: 'Open now', change: { openNow: false } }] : []),
    ...tags.map((id) => ({
      name: tagNames.get(id) ?? `${id}`,
      change: { tags: without(tags, id) },
    })),
  ]
}
