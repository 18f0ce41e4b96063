import type { RowData } from '@tanstack/react-table'
import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import type { Column } from './column.ts'
import css from './data-table.module.css'
import type { TableModel } from './use-table-model.ts'

/** The columns' names, which sort; one press more, and the rows stand as they came. */
export function Head<Row extends RowData>({
  model,
  selectable,
}: {
  model: TableModel<Row>
  selectable: boolean
}) {
  const { table } = model
  return (
    <thead className={css.head}>
      <tr aria-rowindex={1}>
        {selectable && (
          <th scope="col" className={css.tick}>
            <input
              type="checkbox"
              aria-label="Choose all rows"
              checked={table.getIsAllRowsSelected()}
              ref={(box) => {
                if (box) box.indeterminate = table.getIsSomeRowsSelected()
              }}
              onChange={table.getToggleAllRowsSelectedHandler()}
            />
          </th>
        )}
        {model.shown.map((column) => (
          <Heading key={column.id} column={column} model={model} />
        ))}
      </tr>
    </thead>
  )
}

function Heading<Row extends RowData>({
  column,
  model,
}: {
  column: Column<Row>
  model: TableModel<Row>
}) {
  const { sorting, sort } = model
  const by = sorting?.id === column.id ? sorting : undefined
  const first = Boolean(column.number)
  const next = !by ? first : by.desc === first ? !first : null
  const Sign = by?.desc ? ArrowDown : ArrowUp
  return (
    <th
      scope="col"
      data-number={column.number}
      aria-sort={by && (by.desc ? 'descending' : 'ascending')}
    >
      <button
        type="button"
        className={css.sort}
        onClick={() => sort(next === null ? null : { id: column.id, desc: next })}
      >
        {column.label}
        <Sign className={css.sign} data-on={by ? true : undefined} />
      </button>
    </th>
  )
}
