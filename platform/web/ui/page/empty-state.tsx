import type { ReactNode } from 'react'
import css from './empty-state.module.css'

/** Shown if a list is empty. Says so, and can suggest what to do. */
export function EmptyState({
  children,
  title,
  art,
  action,
}: {
  title?: ReactNode
  children?: ReactNode
  /** A picture above the text. */
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
