import type { RowData } from '@tanstack/react-table'
import { useId, type ReactNode } from 'react'
import { statusText } from '#platform/web/status-text.ts'
import { plural } from '#platform/text/plural.ts'
import { TryAgain } from '#platform/web/try-again.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { EmptyState } from '#platform/web/ui/page/empty-state.tsx'
import { Pager } from '#platform/web/ui/list/pager.tsx'
import { Skeleton } from '#platform/web/ui/page/skeleton.tsx'
import { WordButton } from '#platform/web/ui/word-button.tsx'
import { Body, type RowKeys } from './body.tsx'
import type { Column } from './column.ts'
import css from './data-table.module.css'
import { Head } from './head.tsx'
import type { Rows } from './rows.ts'
import { Toolbar } from './toolbar.tsx'
import { useTableModel, type TableModel } from './use-table-model.ts'

export type DataTableProps<Row extends RowData> = {
  /** Names the file exported and what is kept of the table in the browser. */
  name: string
  caption: string
  /** Kept between renders. */
  columns: readonly Column<Row>[]
  source: Rows<Row>
  rowId: (row: Row) => string | number
  empty: string
  /** Whose link Enter follows, by its id; the first column that leads anywhere without it. */
  opens?: string
  /** Rows can be chosen; what can be done with those chosen. */
  renderChosen?: (rows: Row[], clear: () => void) => ReactNode
  keys?: RowKeys<Row> | undefined
  /** Few and short columns: a table on a phone too. */
  dense?: boolean
}

/** Rows that are sorted, filtered, paged, chosen and exported, all by keyboard. */
export function DataTable<Row extends RowData>(props: DataTableProps<Row>) {
  const { caption, source, empty, renderChosen, keys, dense } = props
  const model = useTableModel(props)
  const id = useId()
  const { rows, error } = source
  if (!rows)
    return error ? (
      <TryAgain failed={statusText(error)} ask={source.again} busy={source.stale} />
    ) : (
      <>
        <output className="visually-hidden">Loading…</output>
        <Skeleton lines={12} />
      </>
    )
  if (rows.length === 0 && !error) return <EmptyState title={empty} />
  const selected = model.matching.filter((row) => model.selection[row.id])
  return (
    <section className={css.whole} aria-labelledby={id} aria-busy={source.stale || undefined}>
      <Toolbar model={model} />
      <Status model={model} />
      {error ? (
        <TryAgain failed={statusText(error)} ask={source.again} busy={source.loading} />
      ) : null}
      {renderChosen && selected.length > 0 && (
        <section className={css.chosen} aria-label="The rows chosen">
          <strong>{selected.length.toLocaleString('en')} chosen</strong>
          {renderChosen(
            selected.map(({ original }) => original),
            () => model.setSelection({}),
          )}
          <WordButton onClick={() => model.setSelection({})}>Clear</WordButton>
        </section>
      )}
      <table
        className={css.table}
        data-dense={dense || undefined}
        aria-rowcount={source.more ? -1 : model.matching.length + 1}
        data-stale={source.stale || undefined}
      >
        <caption id={id} className="visually-hidden">
          {caption}
        </caption>
        <Head model={model} selectable={renderChosen !== undefined} />
        <Body model={model} selectable={renderChosen !== undefined} keys={keys} />
      </table>
      {model.matching.length === 0 && <p className={css.none}>No row matches.</p>}
      <div className={css.foot}>
        <Pager page={model.page} pages={model.pages} onPage={model.setPage} label={caption} />
        {source.more && !model.collecting && (
          <Button look="secondary" busy={source.loading} onClick={source.loadMore}>
            Load more
          </Button>
        )}
      </div>
    </section>
  )
}

/** How many there are, said as it changes. */
function Status<Row extends RowData>({ model }: { model: TableModel<Row> }) {
  const { collecting, source, filters, matching } = model
  const count = source.rows?.length ?? 0
  return (
    <div className={css.status}>
      <p aria-live="polite">
        {collecting
          ? `Loading ${plural(count, 'row')}…`
          : plural(count, 'row') +
            (filters ? `, ${matching.length.toLocaleString('en')} match` : '') +
            (source.more ? ' so far' : '')}
      </p>
      {collecting && <WordButton onClick={model.stop}>Stop</WordButton>}
    </div>
  )
}
