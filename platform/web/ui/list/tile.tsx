import type { ReactNode } from 'react'
import type { To } from 'react-router'
import { Link } from '#platform/web/navigation/link.tsx'
import css from './tile.module.css'

/** A link with a picture and a label. */
export function Tile({ to, art, children }: { to: To; art: ReactNode; children: ReactNode }) {
  return (
    <Link to={to} className={css.tile}>
      <span className={css.art}>{art}</span>
      <span>{children}</span>
    </Link>
  )
}

/** A list of tiles, three in a row on a phone and up to five on wide screens. The caller wraps each Tile in an <li>. */
export function Tiles({ children, label }: { children: ReactNode; label?: string }) {
  return (
    <ul className={css.tiles} aria-label={label}>
      {children}
    </ul>
  )
}
