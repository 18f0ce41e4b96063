import { z } from 'zod'
import { call } from '#platform/contract/call.ts'
import { id, instant, oneLineText } from '#platform/contract/shapes.ts'
import { dayRangeInput, nextCursor, tableInput } from './table-contract.ts'

const counts = z.object({
  /** Number of members who joined. */
  members: z.int(),
  yolos: z.int(),
  votes: z.int(),
})

export const overview = call('GET /admin/overview', {
  access: 'admin',
  limit: 'read',
  summary:
    'New members, yolos and votes of each day of a range, and in all, at most a year; the version',
  input: dayRangeInput,
  output: z.object({
    days: z.array(counts.extend({ day: z.iso.date() })),
    totals: counts,
    version: z.string(),
  }),
})

/** Id of the user who acted, or 0 for the operator. */
const actor = z.int().min(0).max(2_147_483_647)

export const auditLog = call('GET /admin/audit', {
  access: 'admin',
  limit: 'read',
  summary:
    'Who did what by right of their role, filtered by `q`, the newest first: of an `actor` (0 is the operator), of a `subject` (`item 5`), from one day to another',
  input: tableInput.extend({
    ...dayRangeInput.shape,
    actor: actor.optional(),
    subject: oneLineText(200, 0).optional(),
  }),
  output: z.object({
    items: z.array(
      z.object({
        id,
        at: instant,
        actor,
        /** Null if the account was deleted or the actor is the operator. */
        actorName: z.string().nullable(),
        /** Id of the admin who acted as `actor`, if anyone did. */
        through: id.nullable(),
        action: z.string(),
        subject: z.string(),
        before: z.unknown(),
        after: z.unknown(),
      }),
    ),
    cursor: nextCursor,
  }),
})
