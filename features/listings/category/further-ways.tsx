import { categoryById } from '#domain/vocabulary/categories.ts'
import { milesText } from '#features/items/miles-text.ts'
import { Link } from '#platform/web/navigation/link.tsx'
import { nameWithoutRegion } from '../question.ts'
import type { Listing } from './listing-loader.ts'
import styles from './lists.module.css'

/** Below a list of few dishes: links to the nearest city with dishes, and to the restaurants below. */
export default function FurtherWays({ listing }: { listing: Listing }) {
  const { category, likely, cityWithDishes } = listing
  const { name, slug } = categoryById(category)
  return (
    <p className={styles.further}>
      {cityWithDishes && (
        <Link to={`/${slug}/${encodeURIComponent(cityWithDishes.slug)}`}>
          {`${name} in ${nameWithoutRegion(cityWithDishes.name)}, ${milesText(cityWithDishes.distanceMiles)} away`}
        </Link>
      )}
      {likely.length > 0 && <a href="#likely">Restaurants near by</a>}
    </p>
  )
}
