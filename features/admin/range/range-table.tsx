import type { ComponentProps } from 'react'
import type { Output, Route } from '#platform/contract/wire.ts'
import { Figures } from '../frame/figures.tsx'
import { DataTable } from '../table/data-table.tsx'
import { useAllRows, type InputOf, type ListCall } from '../table/use-all-rows.ts'
import type { TableRow } from '../table/use-table.ts'
import { DateRange } from './date-range.tsx'
import { useRange } from './use-range.ts'

type Props<R extends Route, Row extends TableRow> = Omit<
  ComponentProps<typeof DataTable<Row>>,
  'source'
> & {
  list: ListCall<R, Row>
  figures: (first: Output<R> | undefined) => ComponentProps<typeof Figures>['figures']
}

/** A date range with the counts and rows of a list within it. */
export function RangeTable<R extends Route, Row extends TableRow>({
  list,
  figures,
  ...table
}: Props<R, Row>) {
  const range = useRange()
  const source = useAllRows(list, range.input as InputOf<R> | null)
  return (
    <>
      <DateRange range={range} />
      {range.input && (
        <>
          <Figures figures={figures(source.first)} />
          <DataTable {...table} source={source} />
        </>
      )}
    </>
  )
}
