import type { Output } from '#platform/contract/wire.ts'
import { TryAgain } from '#platform/web/try-again.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { paged, useAllRows } from '#features/admin/table/use-all-rows.ts'
import { itemPage, restaurantPage } from '#features/admin/links/listed.ts'
import { Link } from '#platform/web/link.tsx'
import css from './merge.module.css'
import { useUndo } from './use-merging.ts'

type Merge = Output<'GET /admin/merges'>['merges'][number]

const list = paged('GET /admin/merges', ({ merges }) => merges)

/** What was merged, the last first, each with its way back. */
export function RecentMerges() {
  const { rows, error, more, loading, stale, loadMore, again } = useAllRows(list, {})
  return (
    <section className={css.recent} aria-labelledby="recent">
      <h2 id="recent">Merged before</h2>
      {rows?.length === 0 && <p className={css.about}>Nothing has been merged.</p>}
      <ul className={css.merges}>
        {rows?.map((one) => (
          <One key={one.id} merge={one} />
        ))}
      </ul>
      {more && (
        <Button look="secondary" size="small" busy={loading} onClick={loadMore}>
          Show more
        </Button>
      )}
      {error != null && (
        <TryAgain failed={(error as Error).message} ask={again} busy={loading || stale} />
      )}
    </section>
  )
}

function One({ merge }: { merge: Merge }) {
  const { id, kind, goes, stays, restaurantName, by, at, undone, canUndo } = merge
  const undo = useUndo()
  const page = kind === 'item' ? itemPage : restaurantPage
  return (
    <li tabIndex={-1}>
      <div>
        <p>
          {goes.name} into <Link to={page(stays.id, stays.name)}>{stays.name}</Link>
        </p>
        <small>
          {kind === 'item' ? `Dishes of ${restaurantName}` : 'Restaurants'} · by {by} ·{' '}
          {new Date(at).toLocaleString('en-US', { dateStyle: 'short', timeStyle: 'short' })}
        </small>
      </div>
      {undone || !canUndo ? (
        <small>{undone ? 'Undone' : 'One of the two was changed since'}</small>
      ) : (
        <Button
          look="secondary"
          size="small"
          aria-label={`Undo: ${goes.name} into ${stays.name}`}
          onClick={({ currentTarget }) => {
            // The button goes; its line keeps the focus.
            currentTarget.closest('li')?.focus()
            void undo(id, { goes: goes.name, stays: stays.name })
          }}
        >
          Undo
        </Button>
      )}
    </li>
  )
}
