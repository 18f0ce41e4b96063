import type { ReactNode } from 'react'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import { Link } from '#platform/web/navigation/link.tsx'
import css from './page-head.module.css'

type Props = {
  title: ReactNode
  /** The link back, above the title at the page's edge. */
  up: { to: string; label: string }
  /** The one way on from here, at the title's end. */
  action?: ReactNode
}

/** The way up, at the page's edge. */
export const UpLink = ({ to, label }: Props['up']) => (
  <Link to={to} className={css.up}>
    <ChevronLeft />
    {label}
  </Link>
)

/** The way back, the page's name, and a way on. */
export const PageHead = ({ title, up, action }: Props) => (
  <header className={css.head}>
    <UpLink {...up} />
    <div className={css.row}>
      <h1>{title}</h1>
      {action}
    </div>
  </header>
)
