import { useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react'
import { useNavigate } from 'react-router'
import { Link } from '#platform/web/navigation/link.tsx'
import { cellText, type Column } from './column.ts'
import css from './data-table.module.css'
import type { Table, TableRow } from './use-table.ts'

/**
 * Handles a key that the table itself doesn't use, for the chosen rows or, if none are chosen, for the row with the
 * focus. Returns whether it did something. If a table has such a handler, J and K move down and up.
 */
export type RowShortcutHandler<Row> = (key: string, rows: Row[]) => boolean

type Props<Row extends TableRow> = {
  table: Table<Row>
  selectable: boolean
  /** The column whose link Enter follows. */
  opens: Column<Row> | undefined
  keys?: RowShortcutHandler<Row> | undefined
}

/** The rows. Arrow keys, Home and End move the focus, Enter follows a row's link, Space toggles its choice. */
export function TableBody<Row extends TableRow>(props: Props<Row>) {
  const { table, selectable, keys } = props
  const act = useRowActions(props)
  const { columns, rows, selected, select } = table
  const body = useRef<HTMLTableSectionElement>(null)
  const [at, setAt] = useState<{ id: Row['id'] | undefined; index: number }>({
    id: undefined,
    index: 0,
  })
  const moved = useRef(false)
  const last = rows.length - 1
  // The row with the focus, even if sorting has moved it. If it no longer exists, the row now in its place.
  const found = rows.findIndex(({ id }) => id === at.id)
  const current = found === -1 ? Math.min(at.index, last) : found
  const row = rows[current]
  const goTo = (index: number) => setAt({ id: rows[index]?.id, index })

  useLayoutEffect(() => {
    if (!moved.current) return
    moved.current = false
    body.current?.querySelector<HTMLElement>(`tr[data-at="${current}"]`)?.focus()
  })

  /** Moves the focus if the key is for moving, with Shift choosing the rows. Returns whether the key is for moving. */
  function move({ key, shiftKey }: KeyboardEvent, onRow: boolean): boolean {
    const [down, up] = [Math.min(current + 1, last), Math.max(current - 1, 0)]
    const steps: Record<string, number> = { ArrowDown: down, ArrowUp: up }
    if (onRow) Object.assign(steps, { Home: 0, End: last }, keys && { j: down, k: up })
    const next = steps[key]
    if (next === undefined) return false
    if (shiftKey && selectable) select([rows[current]!, rows[next]!], true)
    moved.current = true
    goTo(next)
    return true
  }

  const keyDown = (event: KeyboardEvent<HTMLElement>) => {
    const { target, currentTarget } = event
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const onRow = target instanceof HTMLTableRowElement && currentTarget.contains(target)
    if (move(event, onRow) || (onRow && row && act(event, row))) event.preventDefault()
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- its rows have the focus
    <tbody ref={body} onKeyDown={keyDown} className={css.body}>
      {rows.map((row, index) => {
        const chosen = selected.has(row.id)
        const tabIndex = index === current ? 0 : -1
        return (
          <tr
            key={row.id}
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- arrow keys move the focus from row to row
            tabIndex={tabIndex}
            data-at={index}
            data-row={row.id}
            data-chosen={chosen || undefined}
            aria-rowindex={table.first + index + 2}
            className={css.row}
            onFocus={() => goTo(index)}
          >
            {selectable && (
              <Tick
                label={`Choose ${columns[0] ? cellText(columns[0], row) : 'this row'}`}
                checked={chosen}
                onChange={(on) => select([row], on)}
                tabIndex={tabIndex}
              />
            )}
            <TableCells columns={columns} row={row} tabIndex={tabIndex} />
          </tr>
        )
      })}
    </tbody>
  )
}

/** Returns a handler for keys on the row with the focus, which returns whether the key did something. */
function useRowActions<Row extends TableRow>({ table, selectable, opens, keys }: Props<Row>) {
  const navigate = useNavigate()
  const { selected, select } = table
  return ({ key, repeat }: KeyboardEvent, row: Row): boolean => {
    if (key === 'Enter' && opens) {
      const page = opens.to?.(row)
      if (page) void navigate(page)
      return true
    }
    if (key === ' ' && selectable) {
      select([row], !selected.has(row.id))
      return true
    }
    if (!keys || repeat) return false
    const chosen = table.loaded.filter(({ id }) => selected.has(id))
    if (!keys(key, chosen.length > 0 ? chosen : [row])) return false
    table.clearSelection()
    return true
  }
}

type TickProps = {
  label: string
  checked: boolean
  onChange: (on: boolean) => void
  tabIndex: 0 | -1
}

const Tick = ({ label, checked, onChange, tabIndex }: TickProps) => (
  <td className={css.tick}>
    <input
      type="checkbox"
      aria-label={label}
      checked={checked}
      onChange={({ target }) => onChange(target.checked)}
      tabIndex={tabIndex}
    />
  </td>
)

type CellsProps<Row> = { columns: readonly Column<Row>[]; row: Row; tabIndex: 0 | -1 }

export const TableCells = <Row,>({ columns, row, tabIndex }: CellsProps<Row>) =>
  columns.map((column) => {
    const shown = column.cell ? column.cell(row) : cellText(column, row)
    const page = column.to?.(row)
    return (
      <td
        key={column.id}
        data-label={column.label}
        data-number={column.number}
        data-short={column.short}
      >
        {page ? (
          <Link to={page} className={css.text} tabIndex={tabIndex}>
            {shown}
          </Link>
        ) : (
          <span className={css.text}>{shown}</span>
        )}
      </td>
    )
  })
