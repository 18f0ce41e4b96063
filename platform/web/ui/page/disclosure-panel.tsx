import type { ReactNode } from 'react'
import { ChevronDown } from 'lucide-react'
import css from './disclosure-panel.module.css'

/** A panel that opens and closes its content, even before any script runs. */
export function DisclosurePanel({
  summary,
  children,
}: {
  summary: ReactNode
  children: ReactNode
}) {
  return (
    <details className={css.panel}>
      <summary className={css.summary}>
        <span className={css.words}>{summary}</span>
        <ChevronDown className={css.arrow} />
      </summary>
      <div className={css.inside}>{children}</div>
    </details>
  )
}
