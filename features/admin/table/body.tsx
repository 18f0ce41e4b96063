import type { RowData } from '@tanstack/react-table'
import { useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react'
import { useNavigate } from 'react-router'
import css from './data-table.module.css'
import { TableRow } from './table-row.tsx'
import type { RowOf, TableModel } from './use-table-model.ts'
import { VirtualRows } from './virtual-rows.tsx'

/** As many are drawn whole; of more only those in the window. */
const drawn = 200

/** What single letters do with a row, or with those chosen; whether it was one of them. J and K then go down and up. */
export type RowKeys<Row> = (key: string, rows: Row[]) => boolean

/** The rows: the arrows, Home and End go from one to the next, Enter opens it, Space chooses it. */
export function Body<Row extends RowData>({
  model,
  selectable,
  keys,
}: {
  model: TableModel<Row>
  selectable: boolean
  keys?: RowKeys<Row> | undefined
}) {
  const { rows, opens } = model
  const body = useRef<HTMLTableSectionElement>(null)
  const [at, setAt] = useState({ id: '', index: 0 })
  const moved = useRef(false)
  const navigate = useNavigate()
  const last = rows.length - 1
  // The row itself, wherever it went; once it is gone, the one in its place.
  const found = rows.findIndex(({ id }) => id === at.id)
  const current = found === -1 ? Math.min(at.index, last) : found
  const goTo = (index: number) => setAt({ id: rows[index]?.id ?? '', index })

  useLayoutEffect(() => {
    if (!moved.current) return
    moved.current = false
    body.current?.querySelector<HTMLElement>(`tr[data-at="${current}"]`)?.focus()
  })

  const choose = (row: RowOf<Row> | undefined, on?: boolean) => row?.toggleSelected(on)
  const key = (event: KeyboardEvent<HTMLElement>) => {
    const { target, currentTarget, shiftKey } = event
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const onRow = target instanceof HTMLTableRowElement && currentTarget.contains(target)
    const steps: Record<string, number> = {
      ArrowDown: Math.min(current + 1, last),
      ArrowUp: Math.max(current - 1, 0),
      Home: 0,
      End: last,
    }
    if (keys && onRow) Object.assign(steps, { j: steps.ArrowDown, k: steps.ArrowUp })
    const step = steps[event.key]
    const row = rows[current]
    if (step !== undefined && (onRow || event.key.startsWith('Arrow'))) {
      event.preventDefault()
      if (shiftKey && selectable) {
        choose(row, true)
        choose(rows[step], true)
      }
      moved.current = true
      goTo(step)
    } else if (onRow && event.key === 'Enter' && opens && row) {
      event.preventDefault()
      const way = opens(row.original)
      if (way) void navigate(way)
    } else if (onRow && event.key === ' ' && selectable) {
      event.preventDefault()
      choose(row)
    } else if (onRow && keys && row && !event.repeat) {
      const chosen = model.matching.filter(({ id }) => model.selection[id])
      const about = chosen.length > 0 ? chosen : [row]
      if (
        !keys(
          event.key,
          about.map(({ original }) => original),
        )
      )
        return
      event.preventDefault()
      model.setSelection({})
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
      onFocus={() => goTo(index)}
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
