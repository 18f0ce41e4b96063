import type { RowData } from '@tanstack/react-table'
import type { Ref } from 'react'
import { Link } from '#platform/web/link.tsx'
import { textOf, type Column } from './column.ts'
import css from './data-table.module.css'
import type { RowOf, TableModel } from './use-table-model.ts'

type Props<Row extends RowData> = {
  row: RowOf<Row>
  model: TableModel<Row>
  /** In what is shown. */
  index: number
  /** In all that match. */
  place: number
  /** The one that the tab key reaches. */
  current: boolean
  selectable: boolean
  onFocus: () => void
  ref?: Ref<HTMLTableRowElement>
}

export function TableRow<Row extends RowData>(props: Props<Row>) {
  const { row, model, index, place, current, selectable, onFocus, ref } = props
  const [first] = model.shown
  const chosen = Boolean(model.selection[row.id])
  return (
    <tr
      ref={ref}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the arrows go from row to row
      tabIndex={current ? 0 : -1}
      data-at={index}
      data-index={index}
      data-row={row.id}
      data-chosen={chosen || undefined}
      aria-rowindex={place + 2}
      className={css.row}
      onFocus={onFocus}
    >
      {selectable && (
        <td className={css.tick}>
          <input
            type="checkbox"
            aria-label={`Choose ${first ? textOf(first, row.original) : 'this row'}`}
            checked={chosen}
            onChange={row.getToggleSelectedHandler()}
            tabIndex={current ? 0 : -1}
          />
        </td>
      )}
      {model.shown.map((column) => (
        <td
          key={column.id}
          data-label={column.label}
          data-number={column.number}
          data-short={column.short}
        >
          <Cell column={column} row={row.original} reach={current} />
        </td>
      ))}
    </tr>
  )
}

function Cell<Row extends RowData>({
  column,
  row,
  reach,
}: {
  column: Column<Row>
  row: Row
  reach: boolean
}) {
  const { cell, to } = column
  const shown = cell ? cell(row) : textOf(column, row)
  const way = to?.(row)
  if (!way) return <span className={css.text}>{shown}</span>
  return (
    <Link to={way} className={css.text} tabIndex={reach ? 0 : -1}>
      {shown}
    </Link>
  )
}
