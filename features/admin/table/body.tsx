import type { RowData } from '@tanstack/react-table'
import { useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react'
import { useNavigate } from 'react-router'
import css from './data-table.module.css'
import { TableRow } from './table-row.tsx'
import type { RowOf, TableModel } from './use-table-model.ts'
import { VirtualRows } from './virtual-rows.tsx'

/** As many are drawn whole; of more only those in the window. */
const drawn = 200

/** The rows: the arrows, Home and End go from one to the next, Enter opens it, Space chooses it. */
export function Body<Row extends RowData>({
  model,
  selectable,
}: {
  model: TableModel<Row>
  selectable: boolean
}) {
  const { rows, opens } = model
  const body = useRef<HTMLTableSectionElement>(null)
  const [at, setAt] = useState(0)
  const moved = useRef(false)
  const navigate = useNavigate()
  const last = rows.length - 1
  const current = Math.min(at, last)

  useLayoutEffect(() => {
    if (!moved.current) return
    moved.current = false
    body.current?.querySelector<HTMLElement>(`tr[data-at="${current}"]`)?.focus()
  })

  const choose = (row: RowOf<Row> | undefined, on?: boolean) => row?.toggleSelected(on)
  const key = (event: KeyboardEvent<HTMLElement>) => {
    const { target, currentTarget, shiftKey } = event
    const onRow = target instanceof HTMLTableRowElement && currentTarget.contains(target)
    const steps: Record<string, number> = {
      ArrowDown: Math.min(current + 1, last),
      ArrowUp: Math.max(current - 1, 0),
      Home: 0,
      End: last,
    }
    const step = steps[event.key]
    const row = rows[current]
    if (step !== undefined && (onRow || event.key.startsWith('Arrow'))) {
      event.preventDefault()
      if (shiftKey && selectable) {
        choose(row, true)
        choose(rows[step], true)
      }
      moved.current = true
      setAt(step)
    } else if (onRow && event.key === 'Enter' && opens && row) {
      event.preventDefault()
      const way = opens(row.original)
      if (way) void navigate(way)
    } else if (onRow && event.key === ' ' && selectable) {
      event.preventDefault()
      choose(row)
    }
  }

  const offset = model.page * (model.look.pageSize === 'all' ? 0 : model.look.pageSize)
  const line = (row: RowOf<Row>, index: number, measure?: (node: Element | null) => void) => (
    <TableRow
      key={row.id}
      ref={measure}
      row={row}
      model={model}
      index={index}
      place={offset + index}
      current={index === current}
      selectable={selectable}
      onFocus={() => setAt(index)}
    />
  )
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- its rows take the focus
    <tbody ref={body} onKeyDown={key} className={css.body}>
      {rows.length > drawn ? (
        <VirtualRows rows={rows} current={current} line={line} body={body} />
      ) : (
        rows.map((row, index) => line(row, index))
      )}
    </tbody>
  )
}
