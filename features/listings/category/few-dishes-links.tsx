import { categoryById } from '#domain/vocabulary/categories.ts'
import { awayText } from '#platform/text/distance.ts'
import { useDistanceUnit } from '#platform/web/distance-unit.ts'
import { Link } from '#platform/web/navigation/link.tsx'
import { nameWithoutRegion } from '../question.ts'
import type { Listing } from './listing-loader.ts'
import styles from './lists.module.css'

/** Below a list of few dishes: links to the nearest city with dishes, and to the restaurants below. */
export default function FewDishesLinks({ listing }: { listing: Listing }) {
  const { category, likely, cityWithDishes } = listing
  const { name, slug } = categoryById(category)
  const unit = useDistanceUnit()
  return (
    <p className={styles.further}>
      {cityWithDishes && (
        <Link to={`/${slug}/${encodeURIComponent(cityWithDishes.slug)}`}>
          {`${name} in ${nameWithoutRegion(cityWithDishes.name)}, ${awayText(cityWithDishes.distanceMiles, unit)} away`}
        </Link>
      )}
      {likely.length > 0 && (
        <a href="#likely" onClick={repeatJump}>
          Restaurants near by
        </a>
      )}
    </p>
  )
}

/**
 * Repeats the browser's jump for a few frames. The cards above get their real heights only when they come into view, and
 * that moves the place that the browser has jumped to.
 */
function repeatJump() {
  let frames = 10
  const jump = () => {
    document.getElementById('likely')?.scrollIntoView({ behavior: 'instant' })
    frames -= 1
    if (frames > 0) requestAnimationFrame(jump)
  }
  requestAnimationFrame(jump)
}
