import { z } from 'zod'
import { badInput } from '#platform/contract/failure.ts'
import { call } from '#platform/contract/call.ts'
import { badCursor, cursor } from '#platform/contract/paging.ts'
import { filterShape, pageShape } from './table/table-contract.ts'
import { id, instant, multiLineText, ignoredCacheBuster } from '#platform/contract/shapes.ts'
import { queueDecisions, maxCasesPerDecision, maxReasonLength, queueKindNames } from './limits.ts'

const kind = z.enum(queueKindNames)
/** The opaque id of a case, made of its `about`, the thing's id and the number of the decision on it. */
const caseId = z
  .string()
  .max(40)
  .regex(/^[a-z]+-\d{1,10}-\d{1,5}$/, 'Not an id of the queue.')
/** The opaque version of what a case shows that a decision is about. */
const version = z.string().max(50)
const state = z.enum(['open', 'removed', 'dismissed', 'gone'])
/** A button's label, a word for what it did, and the reason that is used if the admin types none. */
const choice = z.object({ button: z.string(), done: z.string(), usualReason: z.string() })
const who = z.object({ userId: id, userName: z.string() })

export const adminQueue = call('GET /admin/queue', {
  access: 'admin',
  limit: 'read',
  summary:
    'What waits for an admin’s decision, most urgent first (`open`), or what was decided, newest first (`decided`), filtered by `q`; 50 a page',
  input: z.object({
    kind: kind.optional(),
    state: z.enum(['open', 'decided']).default('open'),
    ...filterShape,
    /** What open cases are sorted by instead of their urgency. */
    sort: z.enum(['count', 'newest']).optional(),
    order: z.enum(['asc', 'desc']).default('asc'),
    cursor,
    v: ignoredCacheBuster,
  }),
  output: z.object({
    items: z.array(
      z.object({
        id: caseId,
        version,
        kind,
        /**
         * What the case is about, such as `item`, `restaurant`, `text` or `cluster`. It is the first part of the id.
         */
        about: z.string(),
        /** The name of this sort of case, and the texts of its buttons. */
        texts: z.object({
          label: z.string(),
          noun: z.string(),
          hiddenText: z.string(),
          remove: choice,
          dismiss: choice,
        }),
        name: z.string(),
        restaurantName: z.string().nullable(),
        /** The page on which an admin can look at the thing. */
        link: z.string(),
        /** The member whose text, photo or account is reported. */
        member: who.nullable(),
        /**
         * The present text of the thing; for a place, what its sources say; for a cluster, why it looks suspicious; for
         * a held member or what was taken down, the answer; for a pair of dishes, how likely they are one.
         */
        text: z.string().nullable(),
        /** The name of its photo, or the version of a member's picture, if it is shown publicly. */
        image: z.string().nullable(),
        /** Its picture if it may not be: admins get it by `GET /abuse-reports/photo` (`id` is its yolo’s) or `/avatar`. */
        withheld: z.object({ of: z.enum(['photo', 'avatar']), id, name: z.string() }).nullish(),
        /**
         * What the admin must know about it, for example that another photo was reported, or why the member is held.
         */
        note: z.string().nullish(),
        /**
         * True if the dish or restaurant is hidden from everyone; for a cluster, if the rule held its members; for an
         * answer, if the member is held, or what it is about is taken down.
         */
        hidden: z.boolean(),
        /**
         * The number of members who report it; for a cluster, of its accounts; for a place, of the sources that say that
         * it has closed; for a pair of dishes, of the favorites that a merging would move.
         */
        count: z.int(),
        /** How many of these members count, by which cases are ordered. Absent for other kinds of cases. */
        counting: z.int().optional(),
        /**
         * The reports, of which a member may have several: first those that count, then the newest; for a cluster, its
         * accounts.
         */
        reporters: z.array(
          who.extend({
            at: instant,
            verified: z.boolean(),
            reason: z.string().nullable(),
            /** The reason as a sentence. */
            reasonText: z.string().nullable(),
            words: z.string(),
            /** The text as it was when it was reported. */
            seen: z.string().nullable(),
            /**
             * How many of the reporter's earlier reports led to a removal; `dismissed` counts those that were
             * dismissed.
             */
            confirmed: z.int(),
            dismissed: z.int(),
          }),
        ),
        /**
         * The time of the newest report; for a cluster, the newest first act of an account; for a place, when a source
         * last said that it has closed; for a pair of dishes, when it was found. Null if the thing was removed without
         * a report.
         */
        newest: instant.nullable(),
        state,
        decision: z
          .object({ reason: z.string(), at: instant, by: z.string().nullable() })
          .nullable(),
      }),
    ),
    ...pageShape(z.string()),
  }),
  errors: [badCursor],
})

export const decideQueueCases = call('POST /admin/queue/decide', {
  access: 'admin',
  limit: 'write',
  summary:
    'Remove or dismiss what is reported, or restore what was decided: each by itself, so that one which another decided meanwhile holds up none',
  input: z.object({
    /** To remove or dismiss, only cases that have the same button for it: what it does differs among others. */
    ids: z
      .array(caseId)
      .min(1)
      .max(maxCasesPerDecision, `At most ${maxCasesPerDecision} at once.`)
      .refine((ids) => new Set(ids).size === ids.length, 'Each only once.'),
    /**
     * The version of each case that the admin saw. One that has another version by now isn't decided, so that no
     * decision is about reports, texts, photos or accounts that the admin didn't see. 'restore' doesn't look at it.
     * The queue's page always sends it; it may be left out, because the call is specified without it.
     */
    versions: z.array(version).max(maxCasesPerDecision).optional(),
    decision: z.enum(queueDecisions),
    /** The reason, required except for 'restore'. After 'remove', the member concerned reads it. */
    reason: multiLineText(maxReasonLength, 0).optional(),
  }),
  output: z.object({
    results: z.array(
      z.object({
        id: caseId,
        /** True if this call decided the case. */
        done: z.boolean(),
        state,
        /** Why the call didn't decide the case, or what a 'restore' couldn't bring back. */
        message: z.string().nullable(),
      }),
    ),
  }),
  errors: [badInput],
})
