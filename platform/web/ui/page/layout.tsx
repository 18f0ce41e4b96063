import type { ReactNode } from 'react'
import css from './layout.module.css'

/** What a page shows between the menu and the footer: `list` for cards, `narrow` for a form or a text. */
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

/** One under the other; `gap` is the number of a --space token. */
export function Stack({ children, gap = 4 }: { children: ReactNode; gap?: Gap }) {
  return (
    <div className={css.stack} data-gap={gap}>
      {children}
    </div>
  )
}

/** Side by side, wrapping. */
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

/** A list with a quiet panel beside it where there is room, above it on a phone: what steers comes first. */
export function WithSide({
  children,
  side,
  stacked,
}: {
  children: ReactNode
  side: ReactNode
  /** One above the other everywhere: it is a column itself. */
  stacked?: boolean
}) {
  return (
    <div className={css.withSide} data-stacked={stacked || undefined}>
      <aside className={css.side}>{side}</aside>
      <div className={css.main}>{children}</div>
    </div>
  )
}

/** The list itself: one <li> for each child given. */
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

/** Stays at the top while one scrolls: city · distance · filter. */
export function StickyBar({ children, label }: { children: ReactNode; label: string }) {
  return (
    <section aria-label={label} className={css.sticky}>
      {children}
    </section>
  )
}
