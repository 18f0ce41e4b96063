import type { ReactNode } from 'react'
import css from './disclosure-panel.module.css'

type Props = { summary: ReactNode; children: ReactNode }

/** A panel that opens and closes its content, even before any script runs. */
export const DisclosurePanel = ({ summary, children }: Props) => (
  <details className={css.panel}>
    <summary className={css.summary}>{summary}</summary>
    <div className={css.inside}>{children}</div>
  </details>
)
