import type { To } from 'react-router'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { plural } from '#platform/text/plural.ts'
import { Button, LinkButton } from '../button.tsx'
import css from './pager.module.css'

export type PagerProps = {
  /** From 0, as the calls count; shown from 1. */
  page: number
  /** Unknown for lists that only say whether there is more. */
  pages?: number
  more?: boolean
  label: string
  busy?: boolean
} & ({ onPage: (page: number) => void } | { to: (page: number) => To })

/** Back and forth through a table. */
export function Pager(props: PagerProps) {
  const { page, pages, label, busy } = props
  const more = props.more ?? (pages !== undefined && page + 1 < pages)
  if (page === 0 && !more) return null
  const step = (target: number, words: string, can: boolean, forth: boolean) => {
    const icon = forth ? <ChevronRight /> : <ChevronLeft />
    if (can && 'to' in props)
      return (
        <LinkButton look="secondary" to={props.to(target)} icon={icon}>
          {words}
        </LinkButton>
      )
    return (
      <Button
        look="secondary"
        disabled={!can}
        busy={busy && can}
        icon={icon}
        onClick={() => 'onPage' in props && props.onPage(target)}
      >
        {words}
      </Button>
    )
  }
  return (
    <nav aria-label={label} className={css.pager}>
      {step(page - 1, 'Back', page > 0, false)}
      <span className={css.where} aria-live="polite">
        Page {page + 1}
        {pages !== undefined && ` of ${pages}`}
      </span>
      {step(page + 1, 'Next', more, true)}
    </nav>
  )
}

/** The rest of a list, on request; says how many there are now. */
export function LoadMore({
  shown,
  of,
  busy,
  onMore,
  more = true,
  error,
}: {
  shown: number
  /** What is counted, one and several: ['notice', 'notices']. */
  of: readonly [one: string, many: string]
  more?: boolean
  busy?: boolean
  onMore: () => void
  error?: string | null
}) {
  return (
    <div className={css.more}>
      {more && (
        <Button
          look="secondary"
          size="large"
          busy={busy}
          busyLabel={`Loading more ${of[1]}…`}
          onClick={onMore}
        >
          {error ? 'Try again' : 'Load more'}
        </Button>
      )}
      <p aria-live="polite" className={error ? css.error : css.where}>
        {error ?? `${plural(shown, ...of)} shown`}
      </p>
    </div>
  )
}
