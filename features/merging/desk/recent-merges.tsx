import { dateTimeText } from '#features/admin/table/column.ts'
import type { Output } from '#platform/contract/wire.ts'
import { TryAgain } from '#platform/web/try-again.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { createListCall, useListPages } from '#features/admin/table/use-list-pages.ts'
import { adminItemPath, adminRestaurantPath } from '#features/admin/links/listed.ts'
import { Link } from '#platform/web/navigation/link.tsx'
import admin from '#features/admin/frame/admin.module.css'
import css from './merge.module.css'
import { useUndoMerge } from './use-merging.ts'

type Merge = Output<'GET /admin/merges'>['merges'][number]

const list = createListCall('GET /admin/merges', ({ merges }) => merges)

/** Lists what was merged, the newest first, each with an Undo button. */
export function RecentMerges() {
  const { rows, error, more, loading, stale, loadMore, again } = useListPages(list, {})
  return (
    <section className={admin.group} aria-labelledby="recent">
      <h2 id="recent">Merged before</h2>
      {rows?.length === 0 && <p className={admin.hint}>Nothing has been merged.</p>}
      <ul className={css.merges}>
        {rows?.map((merge) => (
          <One key={merge.id} merge={merge} />
        ))}
      </ul>
      {more && (
        <Button variant="secondary" size="small" busy={loading} onClick={loadMore}>
          Show more
        </Button>
      )}
      {error != null && (
        <TryAgain message={(error as Error).message} onRetry={again} busy={loading || stale} />
      )}
    </section>
  )
}

function One({ merge }: { merge: Merge }) {
  const { id, kind, goes, stays, restaurantName, by, at, undone, canUndo } = merge
  const undo = useUndoMerge()
  const page = kind === 'item' ? adminItemPath : adminRestaurantPath
  return (
    <li tabIndex={-1}>
      <div>
        <p>
          {goes.name} into <Link to={page(stays.id, stays.name)}>{stays.name}</Link>
        </p>
        <small>
          {kind === 'item' ? `Dishes of ${restaurantName}` : 'Restaurants'} · by {by} ·{' '}
          {dateTimeText(at)}
        </small>
      </div>
      {undone || !canUndo ? (
        <small>{undone ? 'Undone' : 'One of the two was changed since'}</small>
      ) : (
        <Button
          variant="secondary"
          size="small"
          aria-label={`Undo: ${goes.name} into ${stays.name}`}
          onClick={({ currentTarget }) => {
            // The button will be removed, so the focus moves to its line.
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
