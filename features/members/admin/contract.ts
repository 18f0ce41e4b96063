import { z } from 'zod'
import { dayRangeInput, nextCursor, tableInput } from '#features/admin/table-contract.ts'
import { memberNotFound } from '#features/avatars/contract.ts'
import { call } from '#platform/contract/call.ts'
import { id, ignoredCacheBuster, instant, latitude, longitude } from '#platform/contract/shapes.ts'

const read = { access: 'admin', limit: 'read' } as const

export const membersWithShares = call('GET /shares', {
  ...read,
  summary:
    'Members with a yolo, a referral or a share, by id, 1,000 a page; `cursor` is the id of the last one',
  input: tableInput.omit({ q: true }),
  output: z.array(
    z.object({
      id,
      firstName: z.string().nullable(),
      lastName: z.string().nullable(),
      userName: z.string(),
      yoloCount: z.int(),
      /** Number of counting members who joined by this member's link. */
      refCount: z.int(),
      shareCount: z.int(),
    }),
  ),
})

const person = {
  id,
  userName: z.string(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  email: z.string().nullable(),
  platform: z.enum(['email', 'apple']),
  createdAt: instant,
  state: z.enum(['active', 'unverified', 'disabled', 'suspended']),
}

export const newMembers = call('GET /user/count', {
  ...read,
  summary: 'Members who registered in a range of days, filtered by `q`, newest first, 1,000 a page',
  input: tableInput.extend(dayRangeInput.shape),
  output: z.object({
    /** Number of members who registered in the range. */
    new_users: z.int(),
    /** Number of members who registered up to the end of the range. */
    registered_users: z.int(),
    users: z.array(z.object(person)),
    cursor: nextCursor,
  }),
})

export const emailsNearby = call('GET /users-nearby', {
  ...read,
  summary:
    'Addresses of counting members within 50 miles of a point who agreed to mails about their area; audited',
  input: z.object({ latitude, longitude, v: ignoredCacheBuster }),
  output: z.array(z.string()),
})

export const searchMembers = call('GET /admin/members', {
  ...read,
  summary: 'Members whose id is `q` or whose names or address contain it, the newest first',
  input: tableInput,
  output: z.object({ items: z.array(z.object(person)), cursor: nextCursor }),
})

export const memberDetails = call('GET /admin/members/:id', {
  ...read,
  summary: 'A member’s facts, counts and last 20 acts',
  input: z.object({ id, v: ignoredCacheBuster }),
  output: z.object({
    ...person,
    bio: z.string(),
    verifiedAt: instant.nullable(),
    /** The e-mail that the member wants to change to but hasn't confirmed yet. */
    pendingEmail: z.string().nullable(),
    consentAt: instant.nullable(),
    disabledAt: instant.nullable(),
    suspendedAt: instant.nullable(),
    lastSeenAt: instant.nullable(),
    place: z.string().nullable(),
    referrer: z.object({ id, userName: z.string() }).nullable(),
    counts: z.object({
      yolos: z.int(),
      votes: z.int(),
      followers: z.int(),
      following: z.int(),
      referrals: z.int(),
      restaurantsAdded: z.int(),
    }),
    acts: z.array(
      z.object({
        kind: z.enum(['yolo', 'vote', 'follow', 'restaurant']),
        at: instant,
        /** Id of the item, member or restaurant. */
        subjectId: id,
        name: z.string(),
      }),
    ),
  }),
  errors: [memberNotFound],
})
