import type { ReactNode } from 'react'
import ChevronDown from 'lucide-react/icons/chevron-down'
import css from './disclosure-panel.module.css'

/** Opens and closes what it holds, before any script runs too. */
export function DisclosurePanel({
  summary,
  children,
  count,
  open,
}: {
  summary: ReactNode
  children: ReactNode
  /** How many choices are on: seen while it is closed. */
  count?: number
  /** How it starts. */
  open?: boolean
}) {
  return (
    <details className={css.panel} open={open}>
      <summary className={css.summary}>
        <span className={css.words}>{summary}</span>
        {count ? (
          <span className={css.count}>
            {count}
            <span className="visually-hidden"> chosen</span>
          </span>
        ) : null}
        <ChevronDown className={css.arrow} />
      </summary>
      <div className={css.inside}>{children}</div>
    </details>
  )
}
