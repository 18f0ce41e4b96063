import { z } from 'zod'
import { call } from '#platform/contract/call.ts'
import { id, instant, latitude, longitude, ignoredCacheBuster } from '#platform/contract/shapes.ts'
import {
  idCursor,
  timeCursor,
  pageShape,
  tableInput,
  tableOutput,
} from '#features/admin/table-contract.ts'
import { dayRangeInput } from '#features/admin/days.ts'

const platform = z.enum(['email', 'apple'])
const read = { access: 'admin', limit: 'read' } as const

const shareholder = z.object({
  id,
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  userName: z.string(),
  yoloCount: z.int(),
  /** Number of verified members who joined by this member's link. */
  refCount: z.int(),
  shareCount: z.int(),
})

export const membersWithShares = call('GET /shares', {
  ...read,
  summary:
    'Members with a yolo, a referral or a share, by id, 1,000 a page; `cursor` is the id of the last one',
  input: z.object({ cursor: id.optional(), v: ignoredCacheBuster }),
  output: z.array(shareholder),
})

export const membersWithSharesTable = call('GET /admin/shareholders', {
  ...read,
  summary:
    'Members with a yolo, a referral or a share as a table: filtered by `q`, by id or sorted by a column, 100 a page',
  input: tableInput(['firstName', 'lastName', 'yoloCount', 'refCount', 'shareCount'], idCursor),
  output: tableOutput(shareholder, idCursor),
})

export const newMembers = call('GET /user/count', {
  ...read,
  summary:
    'Members who registered from one day to another, filtered by `q`, newest first or sorted by a column, 1,000 a page',
  input: tableInput(['firstName', 'lastName', 'email', 'createdAt', 'id'], timeCursor).extend({
    ...dayRangeInput.shape,
    platform: platform.optional(),
  }),
  output: z.object({
    /** Number of members who registered in the range. */
    new_users: z.int(),
    /** Number of members who registered up to the end of the range. */
    registered_users: z.int(),
    users: z.array(
      z.object({
        id,
        firstName: z.string().nullable(),
        lastName: z.string().nullable(),
        userName: z.string(),
        email: z.string().nullable(),
        platform,
        createdAt: instant,
      }),
    ),
    ...pageShape(timeCursor),
  }),
})

export const emailsNearby = call('GET /users-nearby', {
  ...read,
  summary:
    'Addresses of verified members within 50 miles of a point who agreed to mails about their area; each asking is audited',
  input: z.object({ latitude, longitude, v: ignoredCacheBuster }),
  output: z.array(z.string()),
})
