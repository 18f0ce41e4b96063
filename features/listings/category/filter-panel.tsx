import { categoryById, homeTiles } from '#domain/vocabulary/categories.ts'
import TagPanel from '#features/categories/tag-panel.tsx'
import { formatPriceLevel } from '#features/items/price-level.ts'
import { RadioGroup } from '#platform/web/ui/form/radio-group.tsx'
import { CheckboxChip, Chips } from '#platform/web/ui/list/chip.tsx'
import { useLoadOnChange } from '#platform/web/api/use-load.ts'
import styles from './filter-panel.module.css'
import { useDistanceField } from '../distance-field.ts'
import { tagCountsInput } from '../question.ts'
import type { Listing } from './listing-loader.ts'
import type { ListingQueryControls } from './use-question.ts'

type Props = {
  listing: Listing
  asking: ListingQueryControls
  /** True in a sheet: the panel then includes the distance. */
  distance?: boolean
}

const toggled = (all: number[], value: number, on: boolean) =>
  (on ? [...all, value] : all.filter((other) => other !== value)).toSorted((a, b) => a - b)

/**
 * The fields that filter and order a list. Their names are those of the query, so that the form around them works
 * without scripts.
 */
export default function FilterPanel({ listing, asking, distance }: Props) {
  const { wanted, categories, filter } = asking
  const distanceField = useDistanceField()
  return (
    <div className={styles.panel}>
      {distance && wanted.point && (
        <RadioGroup
          {...distanceField}
          value={wanted.distanceMiles}
          onChange={(distanceMiles) => filter({ distanceMiles })}
        />
      )}
      <RadioGroup
        legend="Order"
        name="sort"
        options={orders}
        value={wanted.order}
        onChange={(order) => filter({ order })}
      />
      <fieldset>
        <legend>Price</legend>
        <div className={styles.prices}>
          <Chips>
            {[1, 2, 3, 4].map((price) => (
              <CheckboxChip
                key={price}
                name="price"
                value={price}
                aria-label={formatPriceLevel(price).spoken}
                checked={wanted.prices.includes(price)}
                onChange={({ target }) =>
                  filter({ prices: toggled(wanted.prices, price, target.checked) })
                }
              >
                {formatPriceLevel(price).signs}
              </CheckboxChip>
            ))}
          </Chips>
        </div>
      </fieldset>
      <fieldset>
        <legend>Hours</legend>
        <Chips>
          <CheckboxChip
            name="open"
            value="now"
            checked={wanted.openNow}
            onChange={({ target }) => filter({ openNow: target.checked })}
          >
            Open now
          </CheckboxChip>
        </Chips>
      </fieldset>
      {asking.chooseCategories && (
        <fieldset>
          <legend>Categories</legend>
          <Chips>
            {homeTiles.map(({ id, slug, label }) => (
              <CheckboxChip
                key={id}
                name="category"
                value={slug}
                checked={categories.includes(id)}
                onChange={({ target }) =>
                  asking.chooseCategories?.(toggled(categories, id, target.checked))
                }
              >
                {label}
              </CheckboxChip>
            ))}
          </Chips>
        </fieldset>
      )}
      {categories.map((category) => (
        <Tags key={category} {...{ category, listing, asking }} />
      ))}
    </div>
  )
}

const orders = [
  { value: 'best', label: 'Best' },
  { value: 'trending', label: 'Trending this week' },
] as const

function Tags({ category, listing, asking }: Props & { category: number }) {
  const { wanted } = asking
  const kind = categoryById(category)
  const asked = kind?.hasTags && wanted.point
  const { data } = useLoadOnChange(
    'GET /tags',
    asked
      ? { category, ...asked, distanceMiles: wanted.distanceMiles, ...tagCountsInput(wanted) }
      : null,
  )
  if (!kind?.hasTags) return null
  const known = data ?? listing.tagCounts
  const counts = known && new Map(known.map(({ id, count }) => [id, count]))
  return (
    <fieldset>
      <legend>{asking.categories.length > 1 ? `Tags of ${kind.name}` : 'Tags'}</legend>
      <TagPanel
        category={category}
        chosen={wanted.tags}
        counts={asked ? (counts ?? 'coming') : undefined}
        onChange={(tags) => asking.filter({ tags: tags.toSorted((a, b) => a - b) })}
      />
    </fieldset>
  )
}
