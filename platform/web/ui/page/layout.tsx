import type { ReactNode } from 'react'
import css from './layout.module.css'

/** The part of a page between the menu and the footer. Use `list` for cards, `narrow` for a form or a text. */
export function Content({
  children,
  width = 'page',
}: {
  children: ReactNode
  width?: 'page' | 'list' | 'narrow'
}) {
  return (
    <div className={css.content} data-width={width}>
      {children}
    </div>
  )
}

type Gap = 1 | 2 | 3 | 4 | 5 | 6 | 7

/** Arranges its children below each other. `gap` is the number of a --space token. */
export function Stack({ children, gap = 4 }: { children: ReactNode; gap?: Gap }) {
  return (
    <div className={css.stack} data-gap={gap}>
      {children}
    </div>
  )
}

/** Arranges its children side by side, on several lines if necessary. */
export function Row({
  children,
  gap = 3,
  spread,
}: {
  children: ReactNode
  gap?: Gap
  spread?: boolean
}) {
  return (
    <div className={css.row} data-gap={gap} data-spread={spread || undefined}>
      {children}
    </div>
  )
}

/**
 * A list with a side panel, which is next to the list on a wide screen and above it on a narrow one. The panel comes
 * first in the document, because it controls the list.
 */
export function SidePanelLayout({
  children,
  side,
  stacked,
}: {
  children: ReactNode
  side: ReactNode
  /** Puts the panel above the list at every width, for use inside a column. */
  stacked?: boolean
}) {
  return (
    <div className={css.withSide} data-stacked={stacked || undefined}>
      <aside className={css.side}>{side}</aside>
      <div className={css.main}>{children}</div>
    </div>
  )
}

/** A list, whose children are <li> elements. */
export function List({
  children,
  ordered,
  label,
}: {
  children: ReactNode
  ordered?: boolean
  label?: string
}) {
  const As = ordered ? 'ol' : 'ul'
  return (
    <As className={css.list} aria-label={label}>
      {children}
    </As>
  )
}

/** A bar that stays at the top during scrolling, such as city · distance · filter. */
export function StickyBar({ children, label }: { children: ReactNode; label: string }) {
  return (
    <section aria-label={label} className={css.sticky}>
      {children}
    </section>
  )
}
