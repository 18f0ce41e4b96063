import { z } from 'zod'
import { failure } from './failure.ts'

/** Where a page of a list begins: as the page before said in its `cursor`, null at the end of the list. */
export const cursor = z.string().max(300).optional()
export const nextCursor = z.string().nullable()

export const badCursor = failure(
  400,
  'bad_cursor',
  'This place in the list can’t be found again. Please start over.',
)
