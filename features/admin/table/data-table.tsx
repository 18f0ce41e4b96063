import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import { useId, type ReactNode } from 'react'
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
import { TableBody, type RowKeys } from './table-body.tsx'
import { Toolbar } from './toolbar.tsx'
import { useAllRows, type InputOf, type ListCall, type RowSource } from './use-all-rows.ts'
import { useTable, type Table, type TableRow } from './use-table.ts'

type Props<Row extends TableRow> = {
  /** Name of the table and of its exported file. */
  name: string
  caption?: string
  /** Must be the same array in every render. */
  columns: readonly Column<Row>[]
  empty: string
  /** Id of the column whose link Enter follows. Defaults to the first column with links. */
  opens?: string
  /** Renders the actions for the chosen rows. Without it, rows can't be chosen. */
  renderChosen?: (rows: Row[], clear: () => void) => ReactNode
  keys?: RowKeys<Row> | undefined
  /** True for few, short columns, which stay a table on a phone. */
  dense?: boolean
}

/** A table of the rows that one call returns. */
export const ListTable = <R extends Route, Row extends TableRow>({
  list,
  input,
  ...props
}: Props<Row> & { list: ListCall<R, Row>; input: InputOf<R> | null }) => (
  <DataTable {...props} source={useAllRows(list, input)} />
)

/** A table whose rows can be sorted, filtered, paged, chosen and exported, all by keyboard. */
export function DataTable<Row extends TableRow>(props: Props<Row> & { source: RowSource<Row> }) {
  const { name, caption = name, columns, source, empty, opens, renderChosen, keys, dense } = props
  const table = useTable(name, columns, source)
  const id = useId()
  const { rows, error } = source
  if (!rows) return <NotLoaded source={source} />
  if (rows.length === 0 && !error) return <EmptyState title={empty} />
  const { matching, selected, clearSelection } = table
  const chosen = matching.filter((row) => selected.has(row.id))
  const selectable = renderChosen !== undefined
  return (
    <section className={css.whole} aria-labelledby={id} aria-busy={source.stale || undefined}>
      <Toolbar table={table} />
      <Status table={table} />
      {error ? (
        <TryAgain message={statusText(error)} onRetry={source.again} busy={source.loading} />
      ) : null}
      {renderChosen && chosen.length > 0 && (
        <Chosen count={chosen.length} onClear={clearSelection}>
          {renderChosen(chosen, clearSelection)}
        </Chosen>
      )}
      <table
        className={css.table}
        data-dense={dense || undefined}
        aria-rowcount={source.more ? -1 : matching.length + 1}
        data-stale={source.stale || undefined}
      >
        <caption id={id} className="visually-hidden">
          {caption}
        </caption>
        <thead className={css.head}>
          <tr aria-rowindex={1}>
            {selectable && <ChooseAll table={table} chosen={chosen.length} />}
            {columns.map((column) => (
              <Heading key={column.id} column={column} table={table} />
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
      {matching.length === 0 && <p className={css.none}>No row matches.</p>}
      <div className={css.foot}>
        <Pager page={table.page} pages={table.pages} onPage={table.setPage} label={caption} />
        <LoadMore table={table} />
      </div>
    </section>
  )
}

type ChosenProps = { count: number; onClear: () => void; children: ReactNode }

const Chosen = ({ count, onClear, children }: ChosenProps) => (
  <section className={css.chosen} aria-label="The rows chosen">
    <strong>{count.toLocaleString('en')} chosen</strong>
    {children}
    <InlineButton onClick={onClear}>Clear</InlineButton>
  </section>
)

const LoadMore = <Row extends TableRow>({ table }: { table: Table<Row> }) =>
  table.source.more &&
  !table.collecting && (
    <Button variant="secondary" busy={table.source.loading} onClick={table.source.loadMore}>
      Load more
    </Button>
  )

/** Shows that the rows are loading, or why they failed to load. */
export const NotLoaded = ({
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

/** The number of rows, announced to screen readers when it changes. */
function Status<Row extends TableRow>({ table }: { table: Table<Row> }) {
  const { collecting, source, filters, matching } = table
  const rows = countWithNoun(source.rows?.length ?? 0, 'row')
  const matches = filters ? `, ${matching.length.toLocaleString('en')} match` : ''
  return (
    <div className={css.status}>
      <p aria-live="polite">
        {collecting ? `Loading ${rows}…` : `${rows}${matches}${source.more ? ' so far' : ''}`}
      </p>
      {collecting && <InlineButton onClick={table.stop}>Stop</InlineButton>}
    </div>
  )
}

type ChooseAllProps<Row extends TableRow> = { table: Table<Row>; chosen: number }

function ChooseAll<Row extends TableRow>({ table, chosen }: ChooseAllProps<Row>) {
  const all = chosen > 0 && chosen === table.matching.length
  return (
    <th scope="col" className={css.tick}>
      <input
        type="checkbox"
        aria-label="Choose all rows"
        checked={all}
        ref={(box) => {
          if (box) box.indeterminate = chosen > 0 && !all
        }}
        onChange={() => table.select(table.matching, !all)}
      />
    </th>
  )
}

const sortNames = { asc: 'ascending', desc: 'descending' } as const

type HeadingProps<Row extends TableRow> = { column: Column<Row>; table: Table<Row> }

/** A column's name, which sorts by it, numbers in descending order first. A third press restores the original order. */
function Heading<Row extends TableRow>({ column, table }: HeadingProps<Row>) {
  const { id, label, number } = column
  const order = table.order?.id === id ? table.order : null
  const first = { id, desc: Boolean(number) }
  const next = order?.desc === first.desc ? { id, desc: !first.desc } : null
  const Sign = order?.desc ? ArrowDown : ArrowUp
  return (
    <th
      scope="col"
      data-number={number}
      aria-sort={order ? sortNames[order.desc ? 'desc' : 'asc'] : undefined}
    >
      <button type="button" className={css.sort} onClick={() => table.sort(order ? next : first)}>
        {label}
        <Sign className={css.sign} data-on={order ? true : undefined} />
      </button>
    </th>
  )
}
