import ChevronLeft from 'lucide-react/icons/chevron-left'
import type { Category } from '#features/categories/categories.ts'
import { Link } from '#platform/web/link.tsx'
import styles from './category-head.module.css'

/** The category's name, and the way back to its group. */
export function CategoryHead({ category }: { category: Category }) {
  const drinks = category.group === 'drinks'
  return (
    <header className={styles.head}>
      <Link to={drinks ? '/drinks' : '/eat'} className={styles.up}>
        <ChevronLeft />
        {drinks ? 'Drinks' : 'Eat'}
      </Link>
      <h1>{category.name}</h1>
    </header>
  )
}
