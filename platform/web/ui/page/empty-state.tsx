import type { ReactNode } from 'react'
import { CategoryArt } from '../category-art.tsx'
import css from './empty-state.module.css'

/** Nothing here yet: says so, and invites. */
export function EmptyState({
  children,
  title,
  category,
  action,
}: {
  title?: ReactNode
  children?: ReactNode
  /** Whose picture stands above. */
  category?: number
  action?: ReactNode
}) {
  return (
    <div className={css.empty}>
      {category !== undefined && (
        <div className={css.art}>
          <CategoryArt category={category} />
        </div>
      )}
      {title && <p className={css.title}>{title}</p>}
      {children && <div className={css.text}>{children}</div>}
      {action}
    </div>
  )
}
