import type { ReactNode } from 'react'

export type Value = string | number | null

/** The fields of a row that a column can show as they are. */
type FieldOf<Row> = { [Key in keyof Row]: Row[Key] extends Value ? Key : never }[keyof Row] & string

/** One column of an admin's table. */
export type Column<Row> = {
  label: string
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
} & (
  | { id: FieldOf<Row>; value?: undefined }
  /** `value` is what is sorted by, and exported. */
  | { id: string; value: (row: Row) => Value }
)

export const valueOf = <Row>({ id, value }: Column<Row>, row: Row): Value =>
  value ? value(row) : (row[id as keyof Row] as Value)

export function textOf<Row>(column: Column<Row>, row: Row): string {
  if (column.text) return column.text(row)
  const value = valueOf(column, row)
  return typeof value === 'number' ? value.toLocaleString('en') : (value ?? '')
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

/** Ascending; what is missing goes first. */
export function compare(a: Value, b: Value): number {
  if (a === null || b === null) return Number(a !== null) - Number(b !== null)
  if (typeof a === 'number' && typeof b === 'number') return a - b
  return collator.compare(String(a), String(b))
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

/** A column of the days of an instant, which may be missing. */
export const dayColumn = <Row>(
  id: string,
  label: string,
  instant: (row: Row) => string | null,
): Column<Row> => ({
  id,
  label,
  value: instant,
  text: (row) => (instant(row) === null ? '' : dayText(instant(row)!)),
  short: true,
})

/** The number of a row as it is, without commas. */
export const idColumn = {
  id: 'id',
  label: 'Id',
  value: ({ id }: { id: number }) => id,
  text: ({ id }: { id: number }) => String(id),
  number: true,
} as const
