import { ChevronRight } from 'lucide-react'
import type { CategoryId } from '#domain/vocabulary/categories.ts'
import { CategoryArt } from '#features/categories/category-art.tsx'
import { Link } from '#platform/web/navigation/link.tsx'
import styles from './group-links.module.css'

type Group = { name: string; pictures: CategoryId[] }

const groups: Record<'eat' | 'drinks', Group> = {
  eat: { name: 'Eat', pictures: [3, 2, 6, 7] },
  drinks: { name: 'Drinks', pictures: [8, 9, 11, 10] },
}

/** A link to a group, food or drinks, with pictures of some of its categories. */
export function GroupLink({ to }: { to: keyof typeof groups }) {
  const { name, pictures } = groups[to]
  return (
    <Link to={`/${to}`} className={styles.link}>
      <span className={styles.art}>
        {pictures.map((category) => (
          <CategoryArt key={category} category={category} />
        ))}
      </span>
      <span className={styles.words}>{name}</span>
      <ChevronRight className={styles.sign} />
    </Link>
  )
}
