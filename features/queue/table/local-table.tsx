import { useMemo } from 'react'
import { compareCells, cellText, cellValue, type Column } from './column.ts'
import { DataTable, type TableProps } from './data-table.tsx'
import type { RowSource } from './use-list-pages.ts'
import { useTableQuery, type TableOrder } from './use-table-query.ts'
import type { TableRow } from './use-table.ts'

/**
 * A table of a list that comes in a single response, such as the dishes of one restaurant. The browser filters and
 * sorts its rows.
 */
export function LocalTable<Row extends TableRow>({
  source,
  ...props
}: TableProps<Row> & { source: RowSource<Row> }) {
  const { columns } = props
  const query = useTableQuery()
  const { q, choices, order } = query
  const rows = useMemo(
    () => source.rows && arranged(source.rows, columns, { q, choices, order }),
    [source.rows, columns, q, choices, order],
  )
  return (
    <DataTable
      {...props}
      query={query}
      source={{ ...source, rows, matching: rows?.length }}
      exportPages={() => [rows ?? []]}
    />
  )
}

type Arrangement = {
  q: string
  choices: Readonly<Record<string, string>>
  order: TableOrder | null
}

/** Returns the rows that pass the filters, in the chosen order. */
function arranged<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  { q, choices, order }: Arrangement,
): readonly Row[] {
  const words = q.toLowerCase()
  const chosen = columns.filter(({ id }) => choices[id] !== undefined)
  const found = rows.filter(
    (row) =>
      chosen.every((column) => cellText(column, row) === column.choices?.[choices[column.id]!]) &&
      columns.some((column) => cellText(column, row).toLowerCase().includes(words)),
  )
  const by = columns.find(({ sort }) => sort !== undefined && sort === order?.sort)
  if (!by) return found
  const sign = order?.desc ? -1 : 1
  return found.toSorted((a, b) => sign * compareCells(cellValue(by, a), cellValue(by, b)))
}
