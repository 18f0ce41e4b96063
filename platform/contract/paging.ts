import { z } from 'zod'
import { declareRefusal } from './failure.ts'

/**
 * The position at which a page of a list begins. The response to each page contains the position of the next page,
 * or null at the end of the list.
 */
export const cursor = z.string().max(300).optional()
export const nextCursor = z.string().nullable()

export const badCursor = declareRefusal(
  400,
  'bad_cursor',
  'This place in the list can’t be found again. Please start over.',
)
