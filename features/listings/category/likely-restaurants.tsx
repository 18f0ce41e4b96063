import { pluralNoun } from '#domain/vocabulary/category-nouns.ts'
import { formatDistanceAway } from '#platform/text/distance.ts'
import { useDistanceUnit } from '#platform/web/distance-unit.ts'
import { Link } from '#platform/web/navigation/link.tsx'
import type { Listing } from './listing-loader.ts'
import styles from './lists.module.css'

/** Restaurants that likely serve the category. They aren't ranked and have no numbers, and search engines don't quote them. */
export function LikelyRestaurants({ listing: { category, likely } }: { listing: Listing }) {
  const unit = useDistanceUnit()
  return (
    <section className={styles.section} aria-labelledby="likely" data-nosnippet="">
      <h2 id="likely">{`Restaurants nearby that likely serve ${pluralNoun(category)}`}</h2>
      <p className="quiet">Not ranked, the nearest first: nobody has saved one of theirs yet.</p>
      <ul className={styles.likely}>
        {likely.map(({ id, name, address, distanceMiles, cuisines }) => (
          <li key={id}>
            <h3>
              <Link to={`/restaurant/${id}`} rel="nofollow" translate="no">
                {name}
              </Link>
            </h3>
            <p className="quiet" translate="no">
              {[
                address,
                formatDistanceAway(distanceMiles, unit),
                ...cuisines.slice(0, 2).map(cuisineText),
              ].join(' · ')}
            </p>
            <p>
              <Link to={`/add-yolo?restaurant=${id}&category=${category}`} rel="nofollow">
                What should one order here?
                <span className="visually-hidden">{` At ${name}`}</span>
              </Link>
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Returns 'Ice cream' for the name 'ice_cream' of OpenStreetMap and Overture. */
const cuisineText = (cuisine: string) =>
  cuisine.replaceAll('_', ' ').replace(/^\p{Ll}/u, (first) => first.toUpperCase())
