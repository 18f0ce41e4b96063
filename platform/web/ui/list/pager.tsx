import type { MouseEvent, ReactNode } from 'react'
import type { To } from 'react-router'
import { countWithNoun } from '#platform/text/plural.ts'
import { Button, LinkButton } from '../button.tsx'
import css from './pager.module.css'

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
