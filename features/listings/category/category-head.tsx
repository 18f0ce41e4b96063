import type { Category } from '#domain/vocabulary/categories.ts'
import { PageHead } from '#platform/web/ui/page/page-head.tsx'
import styles from './category-head.module.css'

/** The category's name, and the way back to its group. */
export const CategoryHead = ({ category: { name, group } }: { category: Category }) => (
  <div className={styles.head}>
    <PageHead
      title={name}
      up={group === 'drinks' ? { to: '/drinks', label: 'Drinks' } : { to: '/eat', label: 'Eat' }}
    />
  </div>
)
