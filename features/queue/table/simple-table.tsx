import type { Column } from './column.ts'
import css from './data-table.module.css'
import { TableCells } from './table-body.tsx'
import type { TableRow } from './use-table.ts'

type Props<Row> = {
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  /** True for few, short columns, which stay a table on a phone. */
  dense?: boolean
}

/** A table of a few rows, without sorting, filtering or choosing. */
export const SimpleTable = <Row extends TableRow>({
  caption,
  columns,
  rows,
  dense,
}: Props<Row>) => (
  <table className={css.table} data-dense={dense || undefined}>
    <caption className="visually-hidden">{caption}</caption>
    <thead className={css.head}>
      <tr>
        {columns.map(({ id, label, number }) => (
          <th key={id} scope="col" data-number={number}>
            <span className={css.sort}>{label}</span>
          </th>
        ))}
      </tr>
    </thead>
    <tbody className={css.body}>
      {rows.map((row) => (
        <tr key={row.id} className={css.row}>
          <TableCells columns={columns} row={row} tabIndex={0} />
        </tr>
      ))}
    </tbody>
  </table>
)
