import { useEffect, useRef, useState } from 'react'
import { cellValue, type Column } from './column.ts'
import { useSaveCsv } from './save-csv.ts'
import type { RowSource } from './use-list-pages.ts'
import type { TableQuery } from './use-table-query.ts'

/** Number of rows per page of the table. */
const pageSize = 25

export type TableRow = { id: string | number }
export type Table<Row extends TableRow> = ReturnType<typeof useTable<Row>>

/** A table's rows, its filters and order, and a function that loads all rows for an export. */
export type TableSource<Row> = {
  source: RowSource<Row>
  query: TableQuery
  /** Yields all rows that match, page by page. */
  exportPages: (signal: AbortSignal) => Iterable<readonly Row[]> | AsyncIterable<readonly Row[]>
}

/** The state of a table: the current page of the loaded rows, and the chosen rows. */
export function useTable<Row extends TableRow>(
  name: string,
  columns: readonly Column<Row>[],
  { source, query, exportPages }: TableSource<Row>,
) {
  const loaded = source.rows ?? []
  const [page, setPage] = usePage(JSON.stringify(query.input), loaded.length)
  const first = page * pageSize
  return {
    columns,
    source,
    query,
    loaded,
    /** Number of rows that match, loaded or not. */
    matching: source.matching ?? loaded.length,
    /** The rows of the current page. The first of them has index `first` in `loaded`. */
    rows: loaded.slice(first, first + pageSize),
    first,
    page,
    pages: pagesOf(loaded.length),
    setPage,
    ...useSelection<Row>(),
    ...useExport(name, columns, exportPages),
  }
}

const pagesOf = (rows: number) => Math.max(1, Math.ceil(rows / pageSize))

/** The current page. When the query changes, it is the first page again. */
function usePage(query: string, rows: number) {
  const [at, setAt] = useState({ query, page: 0 })
  const page = at.query === query ? Math.min(at.page, pagesOf(rows) - 1) : 0
  return [page, (next: number) => setAt({ query, page: next })] as const
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

/** The export of a table. It stops when the table is removed from the page. */
function useExport<Row>(
  name: string,
  columns: readonly Column<Row>[],
  exportPages: TableSource<Row>['exportPages'],
) {
  /** Number of rows that were exported so far; null while nothing is exported. */
  const [exported, setExported] = useState<number | null>(null)
  const running = useRef<AbortController | null>(null)
  const saveCsv = useSaveCsv()
  const stopExport = () => {
    running.current?.abort()
    setExported(null)
  }
  useEffect(() => () => running.current?.abort(), [])

  async function exportCsv() {
    if (exported !== null) return
    const { signal } = (running.current = new AbortController())
    setExported(0)
    async function* lines() {
      for await (const rows of exportPages(signal)) {
        signal.throwIfAborted()
        yield rows.map((row) => columns.map((column) => cellValue(column, row)))
        setExported((before) => (before ?? 0) + rows.length)
      }
    }
    const head = columns.map(({ label }) => label)
    await saveCsv(name, head, lines(), signal)
    if (!signal.aborted) setExported(null)
  }
  return { exported, exportCsv, stopExport }
}
