import { z } from 'zod'
import { call } from '#platform/contract/call.ts'
import { done, id, instant, line, v } from '#platform/contract/shapes.ts'
import { cursor } from '../cursor.ts'
import { range } from '../days.ts'

/** 0 is the operator. */
const actor = z.int().min(0).max(2_147_483_647)

export const auditLog = call('GET /admin/audit', {
  access: 'admin',
  limit: 'read',
  summary:
    'Who did what by right of their role, newest first, 200 a page: of an `actor` (0 is the operator), of a `subject` (`item 5`, or `item` for all of its kind), of an `action` (`item.delete`, or `item`), from one day to another',
  input: range.extend({
    actor: actor.optional(),
    subject: line(200, 0).optional(),
    action: line(100, 0).optional(),
    cursor: cursor.optional(),
    v,
  }),
  output: z.object({
    rows: z.array(
      z.object({
        id: z.int(),
        at: instant,
        actor,
        /** Null where the account is gone, or the actor is the operator. */
        actorName: z.string().nullable(),
        /** The admin behind it, where the actor was impersonated. */
        through: id.nullable(),
        action: z.string(),
        subject: z.string(),
        before: z.unknown(),
        after: z.unknown(),
      }),
    ),
    cursor: cursor.nullable(),
  }),
})

export const noteExport = call('POST /admin/exports', {
  access: 'admin',
  limit: 'write',
  summary: 'Write down that a table is taken along as a file, before it is',
  input: z.object({
    /** The table, as its file is called. */
    name: line(200),
    rows: z.int().min(0).max(100_000_000),
  }),
  output: done,
})
