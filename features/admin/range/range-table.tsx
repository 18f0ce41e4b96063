import type { ComponentProps } from 'react'
import type { Output, Route } from '#platform/contract/wire.ts'
import { StatList } from '../frame/figures.tsx'
import type { Column } from '../table/column.ts'
import { DataTable, type TableProps } from '../table/data-table.tsx'
import type { ListInput, ListCall } from '../table/use-list-pages.ts'
import { useListTable, type SortColumn } from '../table/use-list-table.ts'
import type { TableRow } from '../table/use-table.ts'
import { DateRange } from './date-range.tsx'
import { useRange } from './use-range.ts'

type Props<R extends Route, Row extends TableRow> = Omit<TableProps<Row>, 'columns'> & {
  list: ListCall<R, Row>
  columns: readonly Column<Row, SortColumn<R>>[]
  figures: (first: Output<R> | undefined) => ComponentProps<typeof StatList>['figures']
}

/** A date range with the counts and rows of a list within it. */
export function RangeTable<R extends Route, Row extends TableRow>({
  list,
  columns,
  figures,
  ...props
}: Props<R, Row>) {
  const range = useRange()
  const { first, ...table } = useListTable(list, range.input as ListInput<R> | null)
  return (
    <>
      <DateRange range={range} />
      {range.input && (
        <>
          <StatList figures={figures(first)} />
          <DataTable {...props} {...table} columns={columns} />
        </>
      )}
    </>
  )
}
