import type { MouseEvent, ReactNode } from 'react'
import type { To } from 'react-router'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { countWithNoun } from '#platform/text/plural.ts'
import { Button, LinkButton } from '../button.tsx'
import css from './pager.module.css'

type PagerProps = {
  /** The page's number, counted from 0 as in the calls. It is shown counted from 1. */
  page: number
  /** The number of pages, or undefined while the list is loading. */
  pages: number | undefined
  label: string
  busy?: boolean
  onPage: (page: number) => void
}

/** Shows the page's number with buttons for the previous and the next page of a table. */
export function Pager({ page, pages, label, busy, onPage }: PagerProps) {
  const last = (pages ?? page + 1) - 1
  if (page === 0 && last <= 0) return null
  const step = (target: number, text: string, icon: ReactNode) => {
    const exists = target >= 0 && target <= last
    return (
      <Button
        variant="secondary"
        disabled={!exists}
        busy={busy && exists}
        icon={icon}
        onClick={() => onPage(target)}
      >
        {text}
      </Button>
    )
  }
  return (
    <nav aria-label={label} className={css.pager}>
      {step(page - 1, 'Back', <ChevronLeft />)}
      <span className="quiet" aria-live="polite">
        Page {page + 1}
        {pages !== undefined && ` of ${pages}`}
      </span>
      {step(page + 1, 'Next', <ChevronRight />)}
    </nav>
  )
}

type MoreProps = {
  busy?: boolean
  onMore: () => void
  children?: ReactNode
  /** The address of the next page, for a list that works without scripts. */
  to?: To | null
}

/** Loads more entries into the same list. With `to` it is a link, which without scripts leads to the next page. */
export function MoreLink({ to, busy = false, onMore, children = 'Load more' }: MoreProps) {
  if (!to)
    return (
      <Button variant="secondary" size="large" busy={busy} onClick={onMore}>
        {children}
      </Button>
    )
  const click = (event: MouseEvent) => {
    event.preventDefault()
    onMore()
  }
  return (
    <LinkButton to={to} variant="secondary" size="large" aria-disabled={busy} onClick={click}>
      {busy ? 'One moment…' : children}
    </LinkButton>
  )
}

type LoadMoreProps = MoreProps & {
  /** The number of entries, and the noun for them, singular and plural: ['notice', 'notices']. */
  shown: number
  of: readonly [one: string, many: string]
  more?: boolean
  error?: string | null
}

/** A button or link that loads more of a list. Shows how many entries have been loaded. */
export const LoadMore = ({ shown, of, more = true, error, ...rest }: LoadMoreProps) => (
  <div className={css.more}>
    {more && <MoreLink {...rest}>{error ? 'Try again' : 'Load more'}</MoreLink>}
    <p aria-live="polite" className={error ? 'problem' : 'quiet'}>
      {error ?? `${countWithNoun(shown, ...of)} shown`}
    </p>
  </div>
)
