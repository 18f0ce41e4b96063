import ChevronRight from 'lucide-react/icons/chevron-right'
import { Link } from '#platform/web/link.tsx'
import { CategoryArt } from '#features/categories/category-art.tsx'
import styles from './group-links.module.css'

const wine = 8
const mixed = 9
const coffee = 11
const beer = 10

/** The other half of the menu, with a taste of it. */
export const DrinksLink = () => (
  <Link to="/drinks" className={styles.link}>
    <span className={styles.art}>
      {[wine, mixed, coffee, beer].map((category) => (
        <CategoryArt key={category} category={category} />
      ))}
    </span>
    <span className={styles.words}>Drinks</span>
    <ChevronRight className={styles.sign} />
  </Link>
)

const burgers = 3
const pizza = 2
const dessert = 6
const breakfast = 7

export const EatLink = () => (
  <Link to="/eat" className={styles.link}>
    <span className={styles.art}>
      {[burgers, pizza, dessert, breakfast].map((category) => (
        <CategoryArt key={category} category={category} />
      ))}
    </span>
    <span className={styles.words}>Eat</span>
    <ChevronRight className={styles.sign} />
  </Link>
)
