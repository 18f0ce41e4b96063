import { categoryById } from '#domain/vocabulary/categories.ts'
import TagPanel from '#features/categories/tag-panel.tsx'
import { formatPriceLevel } from '#features/items/price-level.ts'
import { useLoadOnChange } from '#platform/web/api/use-load.ts'
import { RadioGroup } from '#platform/web/ui/form/radio-group.tsx'
import { CheckboxChip, Chips } from '#platform/web/ui/list/chip.tsx'
import { Stack } from '#platform/web/ui/page/layout.tsx'
import { tagCountsInput } from '../question.ts'
import { DistanceField } from '../where.tsx'
import type { Listing } from './listing-loader.ts'
import type { ListingQueryControls } from './use-question.ts'

type Props = { listing: Listing; controls: ListingQueryControls }

const orders = [
  { value: 'best', label: 'Best' },
  { value: 'trending', label: 'Trending this week' },
] as const

const toggled = (all: number[], value: number, on: boolean) =>
  (on ? [...all, value] : all.filter((other) => other !== value)).toSorted((a, b) => a - b)

/**
 * The fields that filter and order a list. Their names are those of the query, so that the form around them works
 * without scripts.
 */
export function FilterPanel({ listing, controls }: Props) {
  const { selected, filter } = controls
  return (
    <Stack>
      <Tags listing={listing} controls={controls} />
      <RadioGroup
        legend="Order"
        name="sort"
        options={orders}
        value={selected.order}
        onChange={(order) => filter({ order })}
      />
      <DistanceField
        distance={selected.distanceMiles}
        onChange={(distanceMiles) => filter({ distanceMiles })}
      />
      <fieldset>
        <legend>Price</legend>
        <Chips>
          {[1, 2, 3, 4].map((price) => (
            <CheckboxChip
              key={price}
              name="price"
              value={price}
              aria-label={formatPriceLevel(price).spoken}
              checked={selected.prices.includes(price)}
              onChange={({ target }) =>
                filter({ prices: toggled(selected.prices, price, target.checked) })
              }
            >
              {formatPriceLevel(price).signs}
            </CheckboxChip>
          ))}
        </Chips>
      </fieldset>
      <fieldset>
        <legend>Hours</legend>
        <Chips>
          <CheckboxChip
            name="open"
            value="now"
            checked={selected.openNow}
            onChange={({ target }) => filter({ openNow: target.checked })}
          >
            Open now
          </CheckboxChip>
        </Chips>
      </fieldset>
    </Stack>
  )
}

function Tags({ listing: { category }, controls: { selected, filter } }: Props) {
  const { hasTags } = categoryById(category)
  const near = hasTags && selected.point
  const { data } = useLoadOnChange(
    'GET /tags',
    near
      ? { category, ...near, distanceMiles: selected.distanceMiles, ...tagCountsInput(selected) }
      : null,
  )
  if (!hasTags) return null
  const counts = data && new Map(data.map(({ id, count }) => [id, count]))
  return (
    <fieldset>
      <legend>Tags</legend>
      <TagPanel
        category={category}
        chosen={selected.tags}
        counts={near ? (counts ?? 'coming') : undefined}
        onChange={(tags) => filter({ tags: tags.toSorted((a, b) => a - b) })}
      />
    </fieldset>
  )
}
