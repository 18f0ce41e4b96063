import type { z } from 'zod'
import { badCursor } from '#platform/contract/paging.ts'

/** A position in a list, as what its order compares: opaque to clients. */
export const writeCursor = (position: readonly unknown[]): string =>
  Buffer.from(JSON.stringify(position)).toString('base64url')

/** The position of a cursor; one that doesn't have this shape is refused. */
export function readCursor<Position extends z.ZodType>(
  cursor: string,
  position: Position,
): z.output<Position> {
  let value: unknown
  try {
    value = JSON.parse(Buffer.from(cursor, 'base64url').toString())
  } catch {
    throw badCursor()
  }
  const read = position.safeParse(value)
  if (!read.success) throw badCursor()
  return read.data
}
