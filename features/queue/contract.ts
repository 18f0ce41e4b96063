import { z } from 'zod'
import { badInput } from '#platform/contract/failure.ts'
import { call } from '#platform/contract/call.ts'
import { badCursor, cursor, nextCursor } from '#platform/contract/paging.ts'
import { id, instant, lines, v } from '#platform/contract/shapes.ts'
import { decisions, maxAtOnce, maxReasonLength, queueKindNames } from './limits.ts'

const kind = z.enum(queueKindNames)
/** Opaque: a thing, and which time its reports are decided. */
const caseId = z
  .string()
  .max(40)
  .regex(/^[a-z]+-\d{1,10}-\d{1,5}$/, 'Not an id of the queue.')
const state = z.enum(['open', 'removed', 'dismissed', 'gone'])
/** A button, what it has done, and the reason where the admin types none. */
const choice = z.object({ button: z.string(), done: z.string(), usualReason: z.string() })
const who = z.object({ userId: id, userName: z.string() })

export const adminQueue = call('GET /admin/queue', {
  access: 'admin',
  limit: 'read',
  summary:
    'What waits for an admin’s decision, most urgent first (`open`), or what was decided, newest first (`decided`); 50 a page',
  input: z.object({
    kind: kind.optional(),
    state: z.enum(['open', 'decided']).default('open'),
    cursor,
    v,
  }),
  output: z.object({
    items: z.array(
      z.object({
        id: caseId,
        kind,
        /** Such as `item`, `restaurant`, `text`, `cluster`: the first word of the id. */
        about: z.string(),
        /** What it is called, and the words of its buttons. */
        texts: z.object({
          label: z.string(),
          noun: z.string(),
          hiddenText: z.string(),
          remove: choice,
          dismiss: choice,
        }),
        name: z.string(),
        restaurantName: z.string().nullable(),
        /** Where it can be looked at. */
        link: z.string(),
        /** Whose text, photo or account it is. */
        member: who.nullable(),
        /** What it says now; a place: what its sources say. */
        text: z.string().nullable(),
        /** Its photo's name, while it is shown. */
        image: z.string().nullable(),
        /** Hidden from everyone by its reports; a cluster: held by the rule. */
        hidden: z.boolean(),
        /** How many reported it; a cluster: how many accounts it is; a place: how many sources say so. */
        count: z.int(),
        /** The newest of them; a cluster: its accounts. */
        reporters: z.array(
          who.extend({
            at: instant,
            verified: z.boolean(),
            reason: z.string().nullable(),
            /** The reason in a sentence. */
            reasonText: z.string().nullable(),
            words: z.string(),
            /** The text as it was reported. */
            seen: z.string().nullable(),
            /** How many of their reports led to a removal, and how many were dismissed. */
            confirmed: z.int(),
            dismissed: z.int(),
          }),
        ),
        /** The newest report; null where it was removed without one. */
        newest: instant.nullable(),
        state,
        decision: z
          .object({ reason: z.string(), at: instant, by: z.string().nullable() })
          .nullable(),
      }),
    ),
    cursor: nextCursor,
  }),
  errors: [badCursor],
})

export const decideQueue = call('POST /admin/queue/decide', {
  access: 'admin',
  limit: 'write',
  summary:
    'Remove or dismiss what is reported, or restore what was decided: each by itself, so that one which another decided meanwhile holds up none',
  input: z.object({
    ids: z
      .array(caseId)
      .min(1)
      .max(maxAtOnce, `At most ${maxAtOnce} at once.`)
      .refine((ids) => new Set(ids).size === ids.length, 'Each only once.'),
    decision: z.enum(decisions),
    /** Told to the author of a text or photo that is removed, and to a member. Needed but to restore. */
    reason: lines(maxReasonLength, 0).optional(),
  }),
  output: z.object({
    results: z.array(
      z.object({
        id: caseId,
        /** Whether this call did it. */
        done: z.boolean(),
        state,
        /** Why it was not done. */
        message: z.string().nullable(),
      }),
    ),
  }),
  errors: [badInput],
})
