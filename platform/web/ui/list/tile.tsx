import type { ReactNode } from 'react'
import type { To } from 'react-router'
import { Link } from '#platform/web/navigation/link.tsx'
import css from './tile.module.css'

/** A way on, with its picture. */
export function Tile({ to, art, children }: { to: To; art: ReactNode; children: ReactNode }) {
  return (
    <Link to={to} className={css.tile}>
      <span className={css.art}>{art}</span>
      <span className={css.label}>{children}</span>
    </Link>
  )
}

/** Three beside each other on a phone, up to five where there is room. One <li> per Tile is the caller's. */
export function Tiles({ children, label }: { children: ReactNode; label?: string }) {
  return (
    <ul className={css.tiles} aria-label={label}>
      {children}
    </ul>
  )
}
