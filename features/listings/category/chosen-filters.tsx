import type { MouseEvent } from 'react'
import { X } from 'lucide-react'
import { tagNames } from '#domain/vocabulary/tags.data.ts'
import { formatPriceLevel } from '#features/items/price-level.ts'
import { ChipLink, Chips } from '#platform/web/ui/list/chip.tsx'
import type { ListingQuery } from '../question.ts'
import type { ListingQueryControls } from './use-question.ts'

type Chosen = { name: string; spoken?: string; change: Partial<ListingQuery> }

/** The chosen filters as chips. A tap on a chip removes its filter. */
export function ChosenFilters({ controls }: { controls: ListingQueryControls }) {
  const chosen = chosenOf(controls.selected)
  if (chosen.length === 0) return null
  const remove = (event: MouseEvent<HTMLAnchorElement>, change: Partial<ListingQuery>) => {
    event.preventDefault()
    // The chip goes, and the focus must not go with it.
    document.getElementById('content')?.focus({ preventScroll: true })
    controls.filter(change)
  }
  return (
    <Chips label="Chosen">
      {chosen.map(({ name, spoken, change }) => (
        <ChipLink
          key={name}
          to={controls.addressOf(change)}
          onClick={(event) => remove(event, change)}
        >
          <span className="visually-hidden">Remove {spoken}</span>
          <span aria-hidden={spoken ? true : undefined}>{name}</span>
          <X />
        </ChipLink>
      ))}
    </Chips>
  )
}

const without = (all: number[], value: number) => all.filter((other) => other !== value)

function chosenOf({ prices, openNow, tags, order }: ListingQuery): Chosen[] {
  return [
    ...prices.map((price) => ({
      name: formatPriceLevel(price).signs,
      spoken: formatPriceLevel(price).spoken,
      change: { prices: without(prices, price) },
    })),
    ...(order === 'trending'
      ? [{ name: 'Trending this week', change: { order: 'best' } as const }]
      : []),
    ...(openNow ? [{ name: 'Open now', change: { openNow: false } }] : []),
    ...tags.map((id) => ({
      name: tagNames.get(id) ?? `${id}`,
      change: { tags: without(tags, id) },
    })),
  ]
}
