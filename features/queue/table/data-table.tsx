import { ArrowDown, ArrowUp } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import type { Route } from '#platform/contract/wire.ts'
import { countWithNoun } from '#platform/text/plural.ts'
import { statusText } from '#platform/web/api/status-text.ts'
import { TryAgain } from '#platform/web/try-again.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Pager } from '#platform/web/ui/list/pager.tsx'
import { EmptyState } from '#platform/web/ui/page/empty-state.tsx'
import { Skeleton } from '#platform/web/ui/page/skeleton.tsx'
import { InlineButton } from '#platform/web/ui/word-button.tsx'
import type { Column } from './column.ts'
import css from './data-table.module.css'
import { maxCountedRows } from './limits.ts'
import { TableBody, type RowShortcutHandler } from './table-body.tsx'
import { Toolbar } from './toolbar.tsx'
import type { ListInput, ListCall, RowSource } from './use-list-pages.ts'
import { useListTable, type SortColumn } from './use-list-table.ts'
import type { TableQuery } from './use-table-query.ts'
import { useTable, type Table, type TableRow, type TableSource } from './use-table.ts'

export type TableProps<Row extends TableRow> = {
  /** Name of the table and of its exported file. */
  name: string
  caption?: string
  /** Must be the same array in every render. */
  columns: readonly Column<Row>[]
  empty: string
  /** False if the list can't be filtered by typed text. */
  filter?: boolean
  /** Id of the column whose link Enter follows. Defaults to the first column with links. */
  opens?: string
  /** Renders the actions for the chosen rows. Without it, rows can't be chosen. */
  renderChosen?: (rows: Row[], clear: () => void) => ReactNode
  keys?: RowShortcutHandler<Row> | undefined
  /** True for few, short columns, which stay a table on a phone. */
  dense?: boolean
}

/** A table of the rows that one call returns, which the server filters, sorts and pages. */
export function ListTable<R extends Route, Row extends TableRow>({
  list,
  input,
  columns,
  ...props
}: Omit<TableProps<Row>, 'columns'> & {
  list: ListCall<R, Row>
  input: ListInput<R> | null
  columns: readonly Column<Row, SortColumn<R>>[]
}) {
  const { first: _, ...table } = useListTable(list, input)
  return <DataTable {...props} {...table} columns={columns} />
}

/** A table whose rows can be sorted, filtered, paged, chosen and exported, all by keyboard. */
export function DataTable<Row extends TableRow>(props: TableProps<Row> & TableSource<Row>) {
  const { name, caption = name, columns, source, query, empty, filter, renderChosen } = props
  const table = useTable(name, columns, props)
  const id = useId()
  const { loaded, selected, clearSelection } = table
  const { rows, error, stale } = source
  // If the server refuses a filter, the toolbar stays, so that the filter can be changed.
  if (!rows && !(error && query.filters)) return <TableLoadingState source={source} />
  const isEmpty = loaded.length === 0 && !error
  if (isEmpty && !query.filters && !source.outdated) return <EmptyState title={empty} />
  const chosen = loaded.filter((row) => selected.has(row.id))
  return (
    <section className={css.whole} aria-labelledby={id} aria-busy={stale || undefined}>
      <Toolbar name={name} table={table} filter={filter} />
      <Status table={table} />
      {error ? (
        <TryAgain message={statusText(error)} onRetry={source.again} busy={source.loading} />
      ) : null}
      {renderChosen && chosen.length > 0 && (
        <Chosen count={chosen.length} onClear={clearSelection}>
          {renderChosen(chosen, clearSelection)}
        </Chosen>
      )}
      <Grid {...props} table={table} chosen={chosen.length}>
        <caption id={id} className="visually-hidden">
          {caption}
        </caption>
      </Grid>
      {isEmpty && <p className={css.none}>No row matches.</p>}
      <div className={css.foot}>
        <Pager page={table.page} pages={table.pages} onPage={table.setPage} label={caption} />
        {source.more && (
          <Button variant="secondary" busy={source.loading} onClick={source.loadMore}>
            Load more
          </Button>
        )}
      </div>
    </section>
  )
}

type GridProps<Row extends TableRow> = TableProps<Row> & {
  table: Table<Row>
  /** Number of chosen rows. */
  chosen: number
  children: ReactNode
}

/** The table itself: its head and the rows of the current page. `children` is its caption. */
function Grid<Row extends TableRow>(props: GridProps<Row>) {
  const { table, chosen, columns, dense, opens, renderChosen, keys, children } = props
  const selectable = renderChosen !== undefined
  return (
    <table
      className={css.table}
      data-dense={dense || undefined}
      aria-rowcount={table.matching > maxCountedRows ? -1 : table.matching + 1}
      data-stale={table.source.stale || undefined}
    >
      {children}
      <thead className={css.head}>
        <tr aria-rowindex={1}>
          {selectable && <ChooseAll table={table} chosen={chosen} />}
          {columns.map((column) => (
            <Heading key={column.id} column={column} query={table.query} />
          ))}
        </tr>
      </thead>
      <TableBody
        table={table}
        selectable={selectable}
        opens={columns.find(({ id, to }) => to && (opens === undefined || id === opens))}
        keys={keys}
      />
    </table>
  )
}

type ChosenProps = { count: number; onClear: () => void; children: ReactNode }

const Chosen = ({ count, onClear, children }: ChosenProps) => (
  <section className={css.chosen} aria-label="The rows chosen">
    <strong>{count.toLocaleString('en')} chosen</strong>
    {children}
    <InlineButton onClick={onClear}>Choose none</InlineButton>
  </section>
)

/** Shows that the rows are loading, or why they failed to load. */
export const TableLoadingState = ({
  source,
}: {
  source: Pick<RowSource<unknown>, 'error' | 'again' | 'stale'>
}) =>
  source.error ? (
    <TryAgain message={statusText(source.error)} onRetry={source.again} busy={source.stale} />
  ) : (
    <>
      <output className="visually-hidden">Loading…</output>
      <Skeleton lines={12} />
    </>
  )

/** The number of rows, announced to screen readers when it changes, and the progress of an export. */
function Status<Row extends TableRow>({ table }: { table: Table<Row> }) {
  const { exported, stopExport, source } = table
  return (
    <div className={css.status}>
      <p aria-live="polite">{source.outdated ? 'Loading…' : countText(table)}</p>
      {exported !== null && (
        <>
          <p>Exporting, {countWithNoun(exported, 'row')} so far…</p>
          <InlineButton onClick={stopExport}>Stop</InlineButton>
        </>
      )}
    </div>
  )
}

/** Returns, for example, '3 rows', '100 rows of 812', '1 row, 1 match' or '100 rows, 10,000+ match'. */
function countText<Row extends TableRow>({ loaded, matching, query }: Table<Row>): string {
  const rows = countWithNoun(loaded.length, 'row')
  const all =
    matching > maxCountedRows
      ? `${maxCountedRows.toLocaleString('en')}+`
      : matching.toLocaleString('en')
  if (query.filters) return `${rows}, ${all} match`
  return matching > loaded.length ? `${rows} of ${all}` : rows
}

type ChooseAllProps<Row extends TableRow> = { table: Table<Row>; chosen: number }

function ChooseAll<Row extends TableRow>({ table, chosen }: ChooseAllProps<Row>) {
  const all = chosen > 0 && chosen === table.loaded.length
  return (
    <th scope="col" className={css.tick}>
      <input
        type="checkbox"
        aria-label="Choose all rows"
        checked={all}
        ref={(box) => {
          if (box) box.indeterminate = chosen > 0 && !all
        }}
        onChange={() => table.select(table.loaded, !all)}
      />
    </th>
  )
}

const sortNames = { asc: 'ascending', desc: 'descending' } as const

type HeadingProps<Row> = { column: Column<Row>; query: TableQuery }

/**
 * A column's heading. Pressing it sorts by the column, numbers in descending order first. A second press reverses the
 * order, and a third restores the original one.
 */
function Heading<Row>({ column: { sort, label, number }, query }: HeadingProps<Row>) {
  if (sort === undefined)
    return (
      <th scope="col" data-number={number}>
        <span className={css.sort}>{label}</span>
      </th>
    )
  const order = query.order?.sort === sort ? query.order : null
  const first = { sort, desc: Boolean(number) }
  const next = order?.desc === first.desc ? { sort, desc: !first.desc } : null
  const Sign = order?.desc ? ArrowDown : ArrowUp
  return (
    <th
      scope="col"
      data-number={number}
      aria-sort={order ? sortNames[order.desc ? 'desc' : 'asc'] : undefined}
    >
      <button type="button" className={css.sort} onClick={() => query.sort(order ? next : first)}>
        {label}
        <Sign className={css.sign} data-on={order ? true : undefined} />
      </button>
    </th>
  )
}
