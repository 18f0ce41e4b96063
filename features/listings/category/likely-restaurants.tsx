import { pluralNoun } from '#domain/vocabulary/category-nouns.ts'
import { formatDistanceAway } from '#platform/text/distance.ts'
import { useDistanceUnit } from '#platform/web/distance-unit.ts'
import { Link } from '#platform/web/navigation/link.tsx'
import type { Listing } from './listing-loader.ts'
import styles from './likely-restaurants.module.css'

/**
 * Restaurants that likely serve the category, each with a link that asks what to order there. They aren't ranked and
 * have no numbers, and search engines don't quote them.
 */
export function LikelyRestaurants({ listing: { category, likely } }: { listing: Listing }) {
  const unit = useDistanceUnit()
  return (
    <section className={styles.likely} aria-labelledby="likely" data-nosnippet="">
      <h2 id="likely">{`Restaurants nearby that likely serve ${pluralNoun(category)}`}</h2>
      <p className={styles.lead}>
        Not ranked, the nearest first: nobody has saved one of theirs yet.
      </p>
      <ul className={styles.list}>
        {likely.map(({ id, name, address, distanceMiles, cuisines }) => (
          <li key={id} className={styles.restaurant}>
            <div className={styles.facts}>
              <h3 className={styles.name}>
                <Link to={`/restaurant/${id}`} rel="nofollow" translate="no">
                  {name}
                </Link>
              </h3>
              <p className={styles.where} translate="no">
                {address}
              </p>
              <p className={styles.where}>
                {[formatDistanceAway(distanceMiles, unit), cuisinesText(cuisines.slice(0, 2))]
                  .filter(Boolean)
                  .join(' · ')}
              </p>
            </div>
            <p className={styles.question}>
              Been here?{' '}
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

/** Returns words such as 'Burger, Ice cream' for the names of OpenStreetMap and Overture, such as 'ice_cream'. */
const cuisinesText = (cuisines: readonly string[]) =>
  cuisines
    .map((cuisine) =>
      cuisine.replaceAll('_', ' ').replace(/^\p{Ll}/u, (first) => first.toUpperCase()),
    )
    .join(', ')
