import type { RowData } from '@tanstack/react-table'
import { useLayoutEffect, useState, type ReactNode, type RefObject } from 'react'
import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual'
import type { RowOf } from './use-table-model.ts'

type Props<Row extends RowData> = {
  rows: RowOf<Row>[]
  /** The one with the focus stays, wherever it is. */
  current: number
  line: (row: RowOf<Row>, index: number, measure: (node: Element | null) => void) => ReactNode
  body: RefObject<HTMLTableSectionElement | null>
}

/** The rows in the window, with room kept for the others. */
export function VirtualRows<Row extends RowData>({ rows, current, line, body }: Props<Row>) {
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    const box = body.current?.getBoundingClientRect()
    if (box) setTop(Math.round(box.top + scrollY))
  }, [body])
  // oxlint-disable-next-line react/incompatible-library -- nothing of it is kept between renders
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => 37,
    overscan: 12,
    scrollMargin: top,
    getItemKey: (index) => rows[index]!.id,
    rangeExtractor: (range) =>
      [...new Set([...defaultRangeExtractor(range), current])].sort((a, b) => a - b),
  })
  // The browser keeps the place itself; a correction by script would end a smooth scroll half-way.
  virtual.shouldAdjustScrollPositionOnItemSizeChange = never
  const shown = virtual.getVirtualItems()
  const end = top + virtual.getTotalSize()
  let reached = top
  const lines = shown.flatMap(({ index, start, end: bottom }) => {
    const row = rows[index]
    const gap = start - reached
    reached = bottom
    if (!row) return []
    return [
      ...(gap > 0 ? [<Room key={`before-${row.id}`} size={gap} />] : []),
      line(row, index, virtual.measureElement),
    ]
  })
  return (
    <>
      {lines}
      {end > reached && <Room key="after" size={end - reached} />}
    </>
  )
}

const never = () => false

const Room = ({ size }: { size: number }) => (
  <tr
    aria-hidden="true"
    data-room
    // Through a script, as the page's policy asks.
    ref={(row) => void (row && (row.style.height = `${size}px`))}
  />
)
