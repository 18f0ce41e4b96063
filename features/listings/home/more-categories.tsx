import { categoryById, drinkCategories, foodCategories } from '#domain/vocabulary/categories.ts'
import { ChipLink, Chips } from '#platform/web/ui/list/chip.tsx'
import type { Listing } from '../category/listing-loader.ts'
import styles from './more-categories.module.css'
import { cityOnly, searchOf, unfiltered } from '../question.ts'

/** The other categories of the same group, in the same place. */
export function MoreCategories({ listing }: { listing: Listing }) {
  const { category, question, spot, cityPage } = listing
  const group = categoryById(category)?.group === 'drinks' ? drinkCategories : foodCategories
  const search = searchOf({ ...question, ...unfiltered })
  return (
    <nav className={styles.more} aria-labelledby="more">
      <h2 id="more">{spot ? `More in ${cityOnly(spot.name)}` : 'More to find'}</h2>
      <Chips>
        {group
          .filter(({ id }) => id !== category)
          .map(({ id, slug, label }) => (
            <ChipLink
              key={id}
              to={cityPage && spot ? `/${slug}/${spot.slug}` : `/${slug}${search}`}
            >
              {label}
            </ChipLink>
          ))}
      </Chips>
    </nav>
  )
}
