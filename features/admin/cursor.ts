import { z } from 'zod'

/** Position in a list ordered by time: the time of the last row, in microseconds since 1970, and its id. */
export const adminCursor = z.string().regex(/^\d{1,16}\.\d{1,9}$/, 'Not a place in the list.')
