import { z } from 'zod'

/** Where a list by time goes on: the microsecond and the id of its last row. */
export const cursor = z.string().regex(/^\d{1,16}\.\d{1,9}$/, 'Not a place in the list.')
