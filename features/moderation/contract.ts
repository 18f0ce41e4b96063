import { z } from 'zod'
import { call } from '#platform/contract/call.ts'
import { badInput, declareRefusal } from '#platform/contract/failure.ts'
import { badCursor, cursor, nextCursor } from '#platform/contract/paging.ts'
import { id, ignoredCacheBuster, instant, multiLineText } from '#platform/contract/shapes.ts'
import {
  maxReportLength,
  reportableKinds,
  reportReasons,
  type ReportReason,
} from '#features/reporting/kinds.ts'
import { caseKinds, decisions, maxReasonLength } from './kinds.ts'

export const subjectNotFound = declareRefusal(404, 'nothing_there', 'This isn’t here any more.')
export const cannotReportOwn = declareRefusal(400, 'not_oneself', 'That is your own.')
export const caseNotFound = declareRefusal(404, 'case_not_found', 'There is no such case.')
export const alreadyDecided = declareRefusal(
  409,
  'already_decided',
  'Another admin has decided this already.',
  z.object({ decision: z.enum(decisions), by: z.string().nullable() }),
)
export const cannotSuspendStaff = declareRefusal(
  409,
  'has_rights',
  'This is a staff account. Only the operator can remove it.',
)

const reasonCodes = Object.keys(reportReasons) as [ReportReason, ...ReportReason[]]
const reasonText = multiLineText(maxReasonLength, 0)
const who = z.object({ userId: id, userName: z.string() })

export const report = call('POST /reports', {
  summary:
    'Report the text or photo of a yolo, a member or a restaurant; a second time changes nothing',
  access: 'member',
  limit: 'report',
  input: z.object({
    kind: z.enum(reportableKinds),
    /** The id of the yolo with the text or photo, of the member or of the restaurant. */
    id,
    reason: z.enum(reasonCodes),
    words: multiLineText(maxReportLength, 0).optional(),
  }),
  output: z.object({ reported: z.literal(true) }),
  errors: [subjectNotFound, cannotReportOwn],
})

const admin = { access: 'admin' } as const

export const listCases = call('GET /admin/cases', {
  ...admin,
  limit: 'read',
  summary:
    'What waits for an admin, what most counting members report first (`open`), or what was decided, newest first (`decided`); 20 a page',
  input: z.object({
    state: z.enum(['open', 'decided']).default('open'),
    kind: z.enum(caseKinds).optional(),
    cursor,
    v: ignoredCacheBuster,
  }),
  output: z.object({
    items: z.array(
      z.object({
        id,
        kind: z.enum(caseKinds),
        /** Null if the subject was deleted since. */
        name: z.string().nullable(),
        link: z.string().nullable(),
        text: z.string().nullable(),
        /** The name of the photo, or of the member's picture. */
        image: z.string().nullable(),
        /** The author of the text or photo, the reported member, or who added the restaurant. */
        member: who.nullable(),
        /** The number of members who report it, and of those who count; for activity, of the accounts. */
        count: z.int(),
        counting: z.int(),
        /** The newest 20 reports. */
        reports: z.array(
          who.extend({
            at: instant,
            counts: z.boolean(),
            reason: z.enum(reasonCodes).nullable(),
            words: z.string(),
          }),
        ),
        /** Suspicious activity only. */
        accounts: z.array(who.extend({ joinedAt: instant, suspended: z.boolean() })),
        openedAt: instant,
        decision: z
          .object({
            decision: z.enum(decisions),
            by: z.string().nullable(),
            at: instant,
            reason: z.string(),
            restored: z.boolean(),
          })
          .nullable(),
      }),
    ),
    cursor: nextCursor,
  }),
  errors: [badCursor],
})

export const decideCase = call('POST /admin/cases/:id/decide', {
  ...admin,
  limit: 'write',
  summary: 'Remove what a case is about, or dismiss its reports; the first admin’s decision holds',
  input: z.object({
    id,
    decision: z.enum(decisions),
    /** Required to remove: the author reads it. */
    reason: reasonText.optional(),
  }),
  output: z.object({ id, decision: z.enum(decisions) }),
  errors: [badInput, caseNotFound, alreadyDecided, cannotSuspendStaff],
})

export const restoreCase = call('POST /admin/cases/:id/restore', {
  ...admin,
  limit: 'write',
  summary: 'Show again what a decision removed; a second time changes nothing',
  input: z.object({ id }),
  output: z.object({ id, restored: z.literal(true) }),
  errors: [caseNotFound],
})

export const suspendMember = call('POST /admin/members/:id/suspension', {
  ...admin,
  limit: 'write',
  summary:
    'Suspend a member, who then only reads, exports and deletes; a second time changes nothing',
  input: z.object({ id, reason: multiLineText(maxReasonLength, 1) }),
  output: z.object({ id, suspended: z.boolean() }),
  errors: [subjectNotFound, cannotSuspendStaff],
})

export const liftSuspension = call('DELETE /admin/members/:id/suspension', {
  ...admin,
  limit: 'write',
  summary: 'Lift a member’s suspension; a second time changes nothing',
  input: z.object({ id }),
  output: z.object({ id, suspended: z.boolean() }),
})
