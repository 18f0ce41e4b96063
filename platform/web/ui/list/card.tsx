import type { ReactNode } from 'react'
import type { To } from 'react-router'
import { Link } from '#platform/web/navigation/link.tsx'
import { classes } from '../classes.ts'
import css from './card.module.css'

export type CardProps = {
  /** Where title and photo lead. */
  to?: To
  title: ReactNode
  /** <Rank>: lies on the photo's corner. */
  rank?: ReactNode
  /** <Photo>; a card without one is text alone. */
  media?: ReactNode
  /** Short facts under the title, as place · distance · price. */
  meta?: ReactNode
  /** The reason and tags. */
  children?: ReactNode
  /** Who saved it, and the one loud thing: under the thumb, over the card's whole width on a phone. */
  footer?: ReactNode
  /** Under all else, over the whole width. */
  below?: ReactNode
  /**
   * `tall` for the first of a list: its photo large, beside the text where there is room. `lead` is as large
   * there and a row on a phone, `row` a row everywhere.
   */
  layout?: 'tall' | 'lead' | 'row'
  id?: string
}

/** One of a list, read in this order: rank, photo, title, facts, text, footer. */
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

/** Plain raised paper for anything that isn't one of a list: a form, a notice, a chart. */
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
