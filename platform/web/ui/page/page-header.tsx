import type { ReactNode } from 'react'
import { ChevronLeft } from 'lucide-react'
import { Link } from '#platform/web/navigation/link.tsx'
import css from './page-header.module.css'

type Props = {
  title: ReactNode
  /** The link to the parent page, above the title. */
  up: { to: string; label: string }
  /** The page's main link or button, at the end of the title's line. */
  action?: ReactNode
}

/** A link to the parent page, at the page's edge. */
export const UpLink = ({ to, label }: Props['up']) => (
  <Link to={to} className={css.up}>
    <ChevronLeft />
    {label}
  </Link>
)

/** The top of a page: the link to the parent page, the title and the main action. */
export const PageHeader = ({ title, up, action }: Props) => (
  <header className={css.head}>
    <UpLink {...up} />
    <div className={css.row}>
      <h1>{title}</h1>
      {action}
    </div>
  </header>
)
