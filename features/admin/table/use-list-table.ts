import { useMemo } from 'react'
import type { Input, Output, Route } from '#platform/contract/wire.ts'
import { exportPages, useAllRows, type InputOf, type List } from './use-all-rows.ts'
import { useTableQuery } from './use-table-query.ts'
import type { TableRow, TableSource } from './use-table.ts'

/** Number of rows that are loaded at once. */
const pageSize = 100

/** The columns that a list can be sorted by. */
export type SortOf<R extends Route> =
  Input<R> extends { sort?: infer Sort } ? Extract<Sort, string> : never

/**
 * Asks the server for the rows of a table: filtered, sorted, and one page at a time. `first` is the whole answer of the
 * first page. If `input` is null, nothing is requested.
 */
export function useListTable<R extends Route, Row extends TableRow>(
  list: List<R, Row>,
  input: InputOf<R> | null,
): TableSource<Row> & { first: Output<R> | undefined } {
  const query = useTableQuery()
  const asked = input && { ...query.input, ...input }
  const { first, ...source } = useAllRows(list, asked && { pageSize, ...asked })
  // Rows that were added meanwhile shift those after them, so that a sorted list may contain a row twice.
  const rows = useMemo(
    () => source.rows && [...new Map(source.rows.map((row) => [row.id, row])).values()],
    [source.rows],
  )
  return {
    first,
    query,
    source: { ...source, rows },
    exportPages: (signal) => (asked ? exportPages(list, asked, signal) : []),
  }
}
