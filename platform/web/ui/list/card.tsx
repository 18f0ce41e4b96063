import type { ReactNode } from 'react'
import type { To } from 'react-router'
import { Link } from '#platform/web/navigation/link.tsx'
import css from './card.module.css'

type CardProps = {
  /** The target of the title's link, which covers the whole card. */
  to: To
  title: ReactNode
  /** A <Rank>, shown on the photo's corner. */
  rank?: ReactNode
  /** A <Photo>. */
  media: ReactNode
  /** Short facts below the title, such as place · distance · price. */
  meta?: ReactNode
  /** The card's text, such as why somebody likes it, and tags. */
  children?: ReactNode
  /** Who saved the thing, and below it the main button. */
  footer?: ReactNode
  /** Shown below everything else, over the card's whole width. */
  below?: ReactNode
  /** `large` has a wide photo, above the text on a phone and next to it elsewhere. `row` has a small one next to the text. */
  layout: 'large' | 'row'
  id?: string
}

/** An entry of a list. Screen readers read its rank, photo, title, facts, text and footer in this order. */
export const Card = ({ to, title, rank, media, layout, id, ...parts }: CardProps) => (
  <article id={id} className={css.card} data-layout={layout}>
    <div className={css.media}>
      {rank && <div className={css.rank}>{rank}</div>}
      {media}
    </div>
    <div className={css.body}>
      <h3 className={css.title}>
        <Link to={to} className={css.link}>
          {title}
        </Link>
      </h3>
      {parts.meta && <p className={css.meta}>{parts.meta}</p>}
      {parts.children}
    </div>
    {parts.footer && <div className={css.footer}>{parts.footer}</div>}
    {parts.below && <div className={css.below}>{parts.below}</div>}
  </article>
)

type PanelProps = { children: ReactNode; tone?: 'basil' | 'sunken' }

/** A plain raised box for content that isn't an entry of a list, such as a form, a notice or a chart. */
export const Panel = ({ children, tone }: PanelProps) => (
  <div className={css.panel} data-tone={tone}>
    {children}
  </div>
)
