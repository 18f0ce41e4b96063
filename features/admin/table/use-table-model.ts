import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import {
  columnFilteringFeature,
  columnVisibilityFeature,
  createFilteredRowModel,
  createPaginatedRowModel,
  createSortedRowModel,
  globalFilteringFeature,
  rowPaginationFeature,
  rowSelectionFeature,
  rowSortingFeature,
  tableFeatures,
  useTable,
  type ColumnDef,
  type ColumnFiltersState,
  type Row as TableRow,
  type RowData,
  type RowSelectionState,
  type SortingState,
} from '@tanstack/react-table'
import { compare, textOf, type Column } from './column.ts'
import type { Rows } from './rows.ts'
import { useSaveCsv } from './save-csv.ts'
import { useTableLook } from './table-look.ts'

const features = tableFeatures({
  columnFilteringFeature,
  globalFilteringFeature,
  columnVisibilityFeature,
  rowPaginationFeature,
  rowSelectionFeature,
  rowSortingFeature,
  filteredRowModel: createFilteredRowModel(),
  sortedRowModel: createSortedRowModel(),
  paginatedRowModel: createPaginatedRowModel(),
})

export type RowOf<Row extends RowData> = TableRow<typeof features, Row>
export type TableModel<Row extends RowData> = ReturnType<typeof useTableModel<Row>>

const fold = (text: string) => text.toLowerCase()

/** Our columns in the words of the table library: the values are sorted, the texts filtered. */
const defined = <Row extends RowData>(
  columns: readonly Column<Row>[],
): ColumnDef<typeof features, Row>[] =>
  columns.map((column) => ({
    id: column.id,
    accessorFn: column.value,
    sortFn: (a, b) => compare(column.value(a.original), column.value(b.original)),
    sortDescFirst: Boolean(column.number),
    filterFn: (row, _, chosen) => textOf(column, row.original) === chosen,
  }))

const nothing: readonly never[] = []
const unsorted: SortingState = []
const unfiltered: ColumnFiltersState = []

/**
 * What a table shows of its rows. It sorts and filters all of them or none: while some aren't loaded the rest is
 * asked for first, and until then the rows stay as they came.
 */
export function useTableModel<Row extends RowData>({
  name,
  columns,
  source,
  rowId,
  opens,
}: {
  name: string
  columns: readonly Column<Row>[]
  source: Rows<Row>
  rowId: (row: Row) => string | number
  opens?: string
}) {
  const [sorting, setSorting] = useState(unsorted)
  const [chosen, setChosen] = useState(unfiltered)
  const [filter, setFilter] = useState('')
  const [page, setPage] = useState(0)
  const [selection, setSelection] = useState<RowSelectionState>({})
  const [exporting, setExporting] = useState(false)
  const look = useTableLook(name)

  const filters = filter.trim() !== '' || chosen.length > 0
  const needsAll = sorting.length > 0 || filters || exporting
  const { more, loading, error, loadMore } = source
  const all = !more
  const collecting = needsAll && more
  useEffect(() => {
    if (collecting && !loading && !error) loadMore()
  }, [collecting, loading, error, loadMore])

  const definitions = useMemo(() => defined(columns), [columns])
  const hidden = useMemo(
    () => Object.fromEntries(columns.map((column) => [column.id, !column.hidden])),
    [columns],
  )
  const rows = source.rows ?? nothing
  const columnVisibility = useMemo(() => ({ ...hidden, ...look.columns }), [hidden, look.columns])
  const pageSize = look.pageSize === 'all' ? Math.max(1, rows.length) : look.pageSize
  const pagination = useMemo(() => ({ pageIndex: page, pageSize }), [page, pageSize])
  const table = useTable({
    features,
    columns: definitions,
    data: rows,
    getRowId: (row) => String(rowId(row)),
    autoResetPageIndex: false,
    enableMultiSort: false,
    getColumnCanGlobalFilter: () => true,
    globalFilterFn: (row, columnId, words: string) => {
      const column = columns.find(({ id }) => id === columnId)
      return column !== undefined && fold(textOf(column, row.original)).includes(words)
    },
    state: {
      sorting: all ? sorting : unsorted,
      columnFilters: all ? chosen : unfiltered,
      globalFilter: all ? fold(filter.trim()) : '',
      columnVisibility,
      pagination,
      rowSelection: selection,
    },
    onRowSelectionChange: setSelection,
  })
  const matching = table.getPrePaginatedRowModel().rows
  const pages = Math.max(1, Math.ceil(matching.length / pageSize))
  if (page >= pages) setPage(pages - 1)

  const shown = columns.filter(({ id }) => columnVisibility[id] !== false)
  const saveCsv = useSaveCsv()
  const save = useEffectEvent(() =>
    saveCsv(
      name,
      shown.map(({ label }) => label),
      matching.map(({ original }) => shown.map(({ value }) => value(original))),
    ),
  )
  useEffect(() => {
    if (exporting && all) void save().finally(() => setExporting(false))
  }, [exporting, all])

  const first =
    <A extends unknown[]>(change: (...args: A) => void) =>
    (...args: A) => {
      change(...args)
      setPage(0)
    }
  return {
    table,
    rows: table.getRowModel().rows as RowOf<Row>[],
    /** All that pass the filters, in their order. */
    matching: matching as RowOf<Row>[],
    shown,
    columns,
    /** Where Enter leads. */
    opens: columns.find(({ id, to }) => to && (opens === undefined || id === opens))?.to,
    source,
    collecting,
    filters,
    filter,
    setFilter: first(setFilter),
    chosen,
    choose: first((id: string, text: string) =>
      setChosen((before) => [
        ...before.filter((one) => one.id !== id),
        ...(text ? [{ id, value: text }] : []),
      ]),
    ),
    sorting: sorting[0],
    sort: first((to: { id: string; desc: boolean } | null) => setSorting(to ? [to] : unsorted)),
    page,
    pages,
    setPage,
    look,
    isShown: (id: string) => columnVisibility[id] !== false,
    selection,
    setSelection,
    exporting,
    /** Writes what passes the filters, in its order, once all rows are there. */
    exportCsv: () => setExporting(true),
    /** The rows stay as they came. */
    stop: () => {
      source.stop()
      setSorting(unsorted)
      setChosen(unfiltered)
      setFilter('')
      setExporting(false)
    },
  }
}
