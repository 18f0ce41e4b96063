import type { ReactNode } from 'react'
import type { To } from 'react-router'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { countWithNoun } from '#platform/text/plural.ts'
import { Button, LinkButton, type LinkButtonProps } from '../button.tsx'
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
      <span className={css.where} aria-live="polite">
        Page {page + 1}
        {pages !== undefined && ` of ${pages}`}
      </span>
      {step(page + 1, 'Next', <ChevronRight />)}
    </nav>
  )
}

/** A link to the next page of a list. With scripts it loads more entries into the same list instead. */
export const MoreLink = ({
  to,
  busy,
  onMore,
  children = 'Load more',
  ...shape
}: Pick<LinkButtonProps, 'to' | 'size'> & {
  busy: boolean
  onMore: () => void
  children?: ReactNode
}) => (
  <>
    <LinkButton
      {...shape}
      to={to}
      variant="secondary"
      wide={!shape.size}
      aria-disabled={busy || undefined}
      data-busy={busy || undefined}
      onClick={(event) => {
        event.preventDefault()
        onMore()
      }}
    >
      {children}
    </LinkButton>
    <output className="visually-hidden">{busy ? 'One moment…' : ''}</output>
  </>
)

/** A button or link that loads more of a list. Shows how many entries have been loaded. */
export function LoadMore({
  shown,
  of,
  busy,
  onMore,
  more = true,
  error,
  to,
}: {
  shown: number
  /** The noun for the entries, singular and plural: ['notice', 'notices']. */
  of: readonly [one: string, many: string]
  more?: boolean
  busy?: boolean
  onMore: () => void
  error?: string | null
  /** The address of the next page, for a list that works without scripts. */
  to?: To | null
}) {
  return (
    <div className={css.more}>
      {more && to && (
        <MoreLink to={to} size="large" busy={busy ?? false} onMore={onMore}>
          {error ? 'Try again' : 'Load more'}
        </MoreLink>
      )}
      {more && !to && (
        <Button
          variant="secondary"
          size="large"
          busy={busy}
          busyLabel={`Loading more ${of[1]}…`}
          onClick={onMore}
        >
          {error ? 'Try again' : 'Load more'}
        </Button>
      )}
      <p aria-live="polite" className={error ? css.error : css.where}>
        {error ?? `${countWithNoun(shown, ...of)} shown`}
      </p>
    </div>
  )
}
