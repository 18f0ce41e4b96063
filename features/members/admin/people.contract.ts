import { z } from 'zod'
import { call } from '#platform/contract/call.ts'
import { id, instant, latitude, longitude, ignoredCacheBuster } from '#platform/contract/shapes.ts'
import { adminCursor } from '#features/admin/cursor.ts'
import { range } from '#features/admin/days.ts'

const read = { access: 'admin', limit: 'read' } as const
const next = adminCursor.nullable()

export const shareholders = call('GET /shares', {
  ...read,
  summary:
    'Members with a yolo, a referral or a share, by id, 1,000 a page; `cursor` is the id of the last one',
  input: z.object({ cursor: id.optional(), v: ignoredCacheBuster }),
  output: z.array(
    z.object({
      id,
      firstName: z.string().nullable(),
      lastName: z.string().nullable(),
      userName: z.string(),
      yoloCount: z.int(),
      /** Number of verified members who joined by this member's link. */
      refCount: z.int(),
      shareCount: z.int(),
    }),
  ),
})

export const newMembers = call('GET /user/count', {
  ...read,
  summary: 'Members who registered from one day to another, newest first, 1,000 a page',
  input: range.extend({ cursor: adminCursor.optional(), v: ignoredCacheBuster }),
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
        platform: z.enum(['email', 'apple']),
        createdAt: instant,
      }),
    ),
    cursor: next,
  }),
})

export const emailsNearby = call('GET /users-nearby', {
  ...read,
  summary:
    'Addresses of verified members within 50 miles of a point who agreed to mails about their area; each asking is audited',
  input: z.object({ latitude, longitude, v: ignoredCacheBuster }),
  output: z.array(z.string()),
})
