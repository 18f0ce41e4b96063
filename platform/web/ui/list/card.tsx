import type { ReactNode } from 'react'
import type { To } from 'react-router'
import { Link } from '#platform/web/navigation/link.tsx'
import { classes } from '../classes.ts'
import css from './card.module.css'

export type CardProps = {
  /** The target of the title's link, which also covers the photo. */
  to?: To
  title: ReactNode
  /** A <Rank>, shown on the photo's corner. */
  rank?: ReactNode
  /** A <Photo>. Without it the card contains only text. */
  media?: ReactNode
  /** Short facts below the title, such as place · distance · price. */
  meta?: ReactNode
  /** The card's text, such as why somebody likes it, and tags. */
  children?: ReactNode
  /** The members who saved the thing, and the main button. On a phone it spans the whole card, near the thumb. */
  footer?: ReactNode
  /** Shown below everything else, over the card's whole width. */
  below?: ReactNode
  /**
   * `tall` has a large photo, next to the text on a wide card and above it on a narrow one. `lead` looks like `tall` on
   * a wide card and like `row` on a narrow one. `row` has a small photo next to the text everywhere.
   */
  layout?: 'tall' | 'lead' | 'row'
  id?: string
}

/** An entry of a list. Screen readers read its rank, photo, title, facts, text and footer in this order. */
export function Card({
  to,
  title,
  rank,
  media,
  meta,
  children,
  footer,
  below,
  layout = 'tall',
  id,
}: CardProps) {
  return (
    <article id={id} className={css.card} data-layout={layout}>
      <div className={css.inner}>
        {(media || rank) && (
          <div className={classes(css.media, !media && css.bare)}>
            {rank && <div className={css.rank}>{rank}</div>}
            {media}
          </div>
        )}
        <div className={css.body}>
          <h3 className={css.title}>
            {to ? (
              <Link to={to} className={css.link}>
                {title}
              </Link>
            ) : (
              title
            )}
          </h3>
          {meta && <div className={css.meta}>{meta}</div>}
          {children && <div className={css.rest}>{children}</div>}
        </div>
        {footer && <div className={css.footer}>{footer}</div>}
        {below && <div className={css.below}>{below}</div>}
      </div>
    </article>
  )
}

/** A plain raised box for content that isn't an entry of a list, such as a form, a notice or a chart. */
export function Panel({
  children,
  tone,
  tight,
}: {
  children: ReactNode
  tone?: 'accent' | 'basil' | 'sunken'
  tight?: boolean
}) {
  return (
    <div className={css.panel} data-tone={tone} data-tight={tight || undefined}>
      {children}
    </div>
  )
}
