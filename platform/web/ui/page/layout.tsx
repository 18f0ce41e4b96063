import type { ReactNode } from 'react'
import css from './layout.module.css'

type Props = { children: ReactNode }
type Gap = 2 | 3 | 5

/** The part of a page between the menu and the footer. Use `list` for cards, `narrow` for a form or a text. */
export const Content = ({ children, width }: Props & { width?: 'list' | 'narrow' }) => (
  <div className={css.content} data-width={width}>
    {children}
  </div>
)

/** Arranges its children below each other. `gap` is the number of a --space token, 4 by default. */
export const Stack = ({ children, gap }: Props & { gap?: Gap }) => (
  <div className={css.stack} data-gap={gap}>
    {children}
  </div>
)

/** Arranges its children side by side, on several lines if necessary. */
export const Row = ({ children, gap, spread }: Props & { gap?: Gap; spread?: boolean }) => (
  <div className={css.row} data-gap={gap} data-spread={spread || undefined}>
    {children}
  </div>
)

type SideProps = Props & {
  side: ReactNode
  /** Puts the panel above the list at every width, for use inside a column. */
  stacked?: boolean
}

/**
 * A list with a side panel, which is next to the list on a wide screen and above it on a narrow one. The panel comes
 * first in the document, because it controls the list.
 */
export const SidePanelLayout = ({ children, side, stacked }: SideProps) => (
  <div className={css.withSide} data-stacked={stacked || undefined}>
    <aside className={css.side}>{side}</aside>
    <div>{children}</div>
  </div>
)

/** A list, whose children are <li> elements. */
export function List({ children, ordered, label }: Props & { ordered?: boolean; label?: string }) {
  const As = ordered ? 'ol' : 'ul'
  return (
    <As className={css.list} aria-label={label}>
      {children}
    </As>
  )
}

/** A bar that stays at the top during scrolling, such as city · distance · filter. */
export const StickyBar = ({ children, label }: Props & { label: string }) => (
  <section aria-label={label} className={css.sticky}>
    {children}
  </section>
)
