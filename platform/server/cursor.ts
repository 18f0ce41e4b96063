import { z } from 'zod'
import { badCursor } from '#platform/contract/paging.ts'

/** Encodes a position in a list, given as the values that the list is sorted by. Clients must treat it as opaque. */
export const encodeCursor = (position: readonly unknown[]): string =>
  Buffer.from(JSON.stringify(position)).toString('base64url')

/** Returns the position that a cursor encodes. Throws a refusal if it doesn't match the schema `position`. */
export function decodeCursor<Position extends z.ZodType>(
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

/** A timestamp in a position, as PostgreSQL writes it. PostgreSQL itself refuses days that don't exist. */
export const timestampText = z.string().regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d+)?\+\d\d$/)
