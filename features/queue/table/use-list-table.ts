import { useMemo } from 'react'
import type { Input, Output, Route } from '#platform/contract/wire.ts'
import { fetchAllRows, useListPages, type ListInput, type ListCall } from './use-list-pages.ts'
import { useTableQuery } from './use-table-query.ts'
import type { TableRow, TableSource } from './use-table.ts'

/** Number of rows per request. */
const pageSize = 100

/** The columns that a list can be sorted by. */
export type SortColumn<R extends Route> =
  Input<R> extends { sort?: infer Sort } ? Extract<Sort, string> : never

/**
 * Loads the rows of a table, filtered and sorted by the server, one page at a time. `first` is the whole response of
 * the first page. If `input` is null, nothing is requested.
 */
export function useListTable<R extends Route, Row extends TableRow>(
  list: ListCall<R, Row>,
  input: ListInput<R> | null,
): TableSource<Row> & { first: Output<R> | undefined } {
  const query = useTableQuery()
  const asked = input && { ...query.input, ...input }
  const { first, ...source } = useListPages(list, asked && { pageSize, ...asked })
  // In a sorted list, a row added between two requests shifts the rows after it, so that one of them may come twice.
  const rows = useMemo(
    () => source.rows && [...new Map(source.rows.map((row) => [row.id, row])).values()],
    [source.rows],
  )
  return {
    first,
    query,
    source: { ...source, rows },
    exportPages: (signal) => (asked ? fetchAllRows(list, asked, signal) : []),
  }
}
