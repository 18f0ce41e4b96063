import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { compare, cellText, cellValue, type Column } from './column.ts'
import { useSaveCsv } from './save-csv.ts'
import type { RowSource } from './use-all-rows.ts'

/** Number of rows per page of the table. */
const pageSize = 25

export type TableRow = { id: string | number }
type Order = { id: string; desc: boolean }
export type Table<Row extends TableRow> = ReturnType<typeof useTable<Row>>

/**
 * The state of a table. Sorting and filtering need all rows: if some aren't loaded yet, they are requested first, and
 * until then the rows are shown unsorted and unfiltered.
 */
export function useTable<Row extends TableRow>(
  name: string,
  columns: readonly Column<Row>[],
  source: RowSource<Row>,
) {
  const [order, setOrder] = useState<Order | null>(null)
  const [choices, setChoices] = useState<Readonly<Record<string, string>>>({})
  const [filter, setFilter] = useState('')
  const [page, setPage] = useState(0)
  const { exporting, setExporting, exportRows } = useExport(name, columns)
  const selection = useSelection<Row>()

  const words = filter.trim().toLowerCase()
  const filters = words !== '' || Object.keys(choices).length > 0
  const { rows, more, loading, error, loadMore } = source
  const collecting = more && (order !== null || filters || exporting)
  useEffect(() => {
    if (collecting && !loading && !error) loadMore()
  }, [collecting, loading, error, loadMore])

  const matching = useMemo(
    () => (rows && !more ? arranged(rows, columns, { choices, words, order }) : (rows ?? [])),
    [rows, more, columns, choices, words, order],
  )

  const exportNow = useEffectEvent(() => exportRows(matching))
  useEffect(() => {
    if (exporting && !more) void exportNow()
  }, [exporting, more])

  const pages = Math.max(1, Math.ceil(matching.length / pageSize))
  if (page >= pages) setPage(pages - 1)
  const first = page * pageSize

  /** Wraps a change of filters or order so that it also goes back to the first page. */
  const fromTheFirst =
    <Args extends unknown[]>(change: (...args: Args) => void) =>
    (...args: Args) => {
      change(...args)
      setPage(0)
    }
  return {
    columns,
    source,
    /** All rows that pass the filters, in the chosen order. */
    matching,
    /** The rows of the current page. The first of them has index `first` in `matching`. */
    rows: matching.slice(first, first + pageSize),
    first,
    collecting,
    filters,
    filter,
    setFilter: fromTheFirst(setFilter),
    choices,
    choose: fromTheFirst((id: string, text: string) =>
      setChoices((before) => {
        const chosen = Object.entries({ ...before, [id]: text })
        return Object.fromEntries(chosen.filter(([, value]) => value !== ''))
      }),
    ),
    order,
    sort: fromTheFirst(setOrder),
    page,
    pages,
    setPage,
    ...selection,
    exporting,
    /** Saves the matching rows as a CSV file, once all rows have loaded. */
    exportCsv: () => setExporting(true),
    /** Stops loading the rest and removes filters and order, which need all rows. */
    stop: () => {
      source.stop()
      setOrder(null)
      setChoices({})
      setFilter('')
      setExporting(false)
    },
  }
}

function useSelection<Row extends TableRow>() {
  const [selected, setSelected] = useState<ReadonlySet<Row['id']>>(new Set())
  const select = (some: readonly Row[], on: boolean) =>
    setSelected((before) => {
      const after = new Set(before)
      for (const { id } of some)
        if (on) after.add(id)
        else after.delete(id)
      return after
    })
  return { selected, select, clearSelection: () => setSelected(new Set()) }
}

type Arrangement = { choices: Readonly<Record<string, string>>; words: string; order: Order | null }

/** The rows that pass the filters, in the order that was chosen. */
function arranged<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  { choices, words, order }: Arrangement,
): readonly Row[] {
  const chosen = columns.filter(({ id }) => choices[id] !== undefined)
  const found = rows.filter(
    (row) =>
      chosen.every((column) => cellText(column, row) === choices[column.id]) &&
      columns.some((column) => cellText(column, row).toLowerCase().includes(words)),
  )
  const by = columns.find(({ id }) => id === order?.id)
  if (!by) return found
  const sign = order?.desc ? -1 : 1
  return found.toSorted((a, b) => sign * compare(cellValue(by, a), cellValue(by, b)))
}

function useExport<Row>(name: string, columns: readonly Column<Row>[]) {
  const [exporting, setExporting] = useState(false)
  const saveCsv = useSaveCsv()
  const exportRows = (rows: readonly Row[]) =>
    saveCsv(
      name,
      columns.map(({ label }) => label),
      rows.map((row) => columns.map((column) => cellValue(column, row))),
    ).finally(() => setExporting(false))
  return { exporting, setExporting, exportRows }
}
