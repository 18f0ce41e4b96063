import type { ReactNode } from 'react'

export type Value = string | number | null

/** One column of an admin's table. */
export type Column<Row> = {
  id: string
  label: string
  /** What is sorted by, and exported. */
  value: (row: Row) => Value
  /** What is read and filtered, where that isn't the value. */
  text?: (row: Row) => string
  /** What is shown, where that isn't the text. */
  cell?: (row: Row) => ReactNode
  /** Where the text leads, if this row's does; the first column that leads anywhere is where Enter leads. */
  to?: (row: Row) => string | null
  /** A number: at the end of its cell, the largest first. */
  number?: true
  /** A day or a word or two, never broken over lines. */
  short?: true
  /** One of its texts may be chosen, and the others go. */
  choices?: true
  /** Not shown until it is chosen. */
  hidden?: true
}

export const textOf = <Row>({ text, value }: Column<Row>, row: Row): string => {
  if (text) return text(row)
  const it = value(row)
  return typeof it === 'number' ? it.toLocaleString('en') : (it ?? '')
}

const words = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

/** Ascending; what is missing goes first. */
export function compare(a: Value, b: Value): number {
  if (a === null || b === null) return Number(a !== null) - Number(b !== null)
  if (typeof a === 'number' && typeof b === 'number') return a - b
  return words.compare(String(a), String(b))
}

const usDay = new Intl.DateTimeFormat('en-US')

/** '2/22/2025', by the reader's clock: how all admin tables write a day. */
export const dayText = (instant: string) => usDay.format(new Date(instant))

const usMoment = new Intl.DateTimeFormat('en-US', {
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
})

/** '2/22/2025, 3:04 PM', by the reader's clock. */
export const momentText = (instant: string) => usMoment.format(new Date(instant))
