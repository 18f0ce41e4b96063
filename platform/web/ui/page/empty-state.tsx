import type { ReactNode } from 'react'
import css from './empty-state.module.css'

/** Nothing here yet: says so, and invites. */
export function EmptyState({
  children,
  title,
  art,
  action,
}: {
  title?: ReactNode
  children?: ReactNode
  /** The picture above. */
  art?: ReactNode
  action?: ReactNode
}) {
  return (
    <div className={css.empty}>
      {art && <div className={css.art}>{art}</div>}
      {title && <p className={css.title}>{title}</p>}
      {children && <div className={css.text}>{children}</div>}
      {action}
    </div>
  )
}
