import type { ReactNode } from 'react'

export type CellValue = string | number | null

/** The fields of a row that a column can show as they are. */
type FieldOf<Row> = { [Key in keyof Row]: Row[Key] extends CellValue ? Key : never }[keyof Row] &
  string

/** One column of an admin table. `Sort` is the union of the columns by which its list can be sorted. */
export type Column<Row, Sort extends string = string> = {
  label: string
  /** The `sort` input to send when the column's head is pressed. Without it, the head can't be pressed. */
  sort?: Sort
  /** The text to show, if it isn't simply the value. */
  text?: (row: Row) => string
  /** The content of the cell, if it isn't simply the text. */
  cell?: (row: Row) => ReactNode
  /**
   * The address that the text links to, or null. Enter follows the link of the column named by the table's `opens` or,
   * by default, of the first column with links.
   */
  to?: (row: Row) => string | null
  /** True for numbers, which are aligned to the end and sorted with the largest first. */
  number?: true
  /** True for short texts, such as a date, which are never wrapped. */
  short?: true
  /**
   * The values by which the rows can be filtered, with their texts. The chosen value is sent as the input named like
   * the column's `id`.
   */
  choices?: Readonly<Record<string, string>>
} & (
  | { id: FieldOf<Row>; value?: undefined }
  /** `value` is what is exported and sorted by, and shown if there is no `text` or `cell`. */
  | { id: string; value: (row: Row) => CellValue }
)

export const cellValue = <Row>({ id, value }: Column<Row>, row: Row): CellValue =>
  value ? value(row) : (row[id as keyof Row] as CellValue)

export function cellText<Row>(column: Column<Row>, row: Row): string {
  if (column.text) return column.text(row)
  const value = cellValue(column, row)
  return typeof value === 'number' ? value.toLocaleString('en') : (value ?? '')
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

/** Compares in ascending order. Missing values come first. */
export function compareCells(a: CellValue, b: CellValue): number {
  if (a === null || b === null) return Number(a !== null) - Number(b !== null)
  if (typeof a === 'number' && typeof b === 'number') return a - b
  return collator.compare(String(a), String(b))
}

const usDay = new Intl.DateTimeFormat('en-US')

/** Formats a date like '2/22/2025' in the reader's time zone. */
export const dayText = (instant: string) => usDay.format(new Date(instant))

const usMoment = new Intl.DateTimeFormat('en-US', {
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
})

/** Formats a date and time like '2/22/2025, 3:04 PM' in the reader's time zone. */
export const dateTimeText = (instant: string) => usMoment.format(new Date(instant))

/** A column that shows the date of an instant, or nothing if it is missing. */
export const dayColumn = <Row, Sort extends string = never>(
  id: string,
  label: string,
  instant: (row: Row) => string | null,
  sort?: Sort,
): Column<Row, Sort> => ({
  id,
  label,
  ...(sort && { sort }),
  value: instant,
  text: (row) => (instant(row) === null ? '' : dayText(instant(row)!)),
  short: true,
})

/** A sortable column for the id, without thousands separators. */
export const idColumn = {
  id: 'id',
  label: 'Id',
  sort: 'id',
  value: ({ id }: { id: number }) => id,
  text: ({ id }: { id: number }) => String(id),
  number: true,
} as const
