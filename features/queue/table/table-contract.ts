import { z } from 'zod'
import { id, oneLineText, ignoredCacheBuster } from '#platform/contract/shapes.ts'
import { maxCountedRows } from './limits.ts'

/**
 * Position in a list ordered by time: the time of the last row, in microseconds since 1970, and its id. If the list is
 * sorted by a column, it is 'after-' and the number of rows before the page.
 */
export const timeCursor = z
  .string()
  .regex(/^(?:\d{1,16}\.\d{1,9}|after-\d{1,9})$/, 'Not a place in the list.')

/**
 * Position in a list ordered by id or name: the id of the last row. If the list is sorted by a column, it is the number
 * of rows before the page.
 */
export const idCursor = id

/** Inputs of every list that can be filtered by text. */
export const filterShape = {
  /** Text that a row must contain. */
  q: oneLineText(200, 0).optional(),
  /** Number of rows per page. */
  pageSize: z.int().min(1).max(1000).optional(),
}

/**
 * Input of every table of the admin area. `sorts` names the columns that the server sorts by; without `sort`, rows come
 * in the list's own order and `order` is ignored.
 */
export const tableInput = <
  const Sorts extends readonly [string, ...string[]],
  Cursor extends z.ZodType,
>(
  sorts: Sorts,
  cursor: Cursor,
) =>
  z.object({
    ...filterShape,
    sort: z.enum(sorts).optional(),
    order: z.enum(['asc', 'desc']).default('asc'),
    cursor: cursor.optional(),
    v: ignoredCacheBuster,
  })

/** Output fields of every page of a table besides its rows. */
export const pageShape = <Cursor extends z.ZodType>(cursor: Cursor) => ({
  cursor: cursor.nullable(),
  /** Number of all rows that match; 10,001 means more than 10,000. Null except on the first page. */
  matching: z
    .int()
    .min(0)
    .max(maxCountedRows + 1)
    .nullable(),
})

/** Output of a table: one page of its rows. */
export const tableOutput = <Row extends z.ZodType, Cursor extends z.ZodType>(
  row: Row,
  cursor: Cursor,
) => z.object({ items: z.array(row), ...pageShape(cursor) })
