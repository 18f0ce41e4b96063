import { z } from 'zod'
import { call } from '#platform/contract/call.ts'
import { declareRefusal } from '#platform/contract/failure.ts'
import { id, instant, multiLineText, ignoredCacheBuster } from '#platform/contract/shapes.ts'
import { maxHoldAnswerLength, maxHoldReasonLength } from './limits.ts'

export const memberNotFound = declareRefusal(404, 'member_not_found', 'There is no such member.')
export const cannotHoldStaff = declareRefusal(
  409,
  'staff_account',
  'This is a staff account: it can’t be held.',
)
export const noHoldToAnswer = declareRefusal(
  404,
  'not_held',
  'Your votes count: there is nothing to answer.',
)
export const holdAlreadyAnswered = declareRefusal(
  409,
  'answered_already',
  'You have answered this already.',
)

export const holdMember = call('POST /admin/holds', {
  summary:
    'Set aside all that a member counts for, with a reason that they read; a hold by the rule or with a cluster becomes the admin’s; of one whom an admin held themself the standing hold is answered, and nothing changes',
  access: 'admin',
  othersId: true,
  limit: 'write',
  input: z.object({ userId: id, reason: multiLineText(maxHoldReasonLength, 1) }),
  output: z.object({
    userId: id,
    /** False if an admin had held the member themself already. */
    changed: z.boolean(),
    reason: z.string(),
    heldAt: instant,
  }),
  errors: [memberNotFound, cannotHoldStaff],
})

export const ownHold = call('GET /holds', {
  summary: 'Why the caller’s votes are set aside, and since when; null while they count',
  access: 'member',
  limit: 'read',
  input: z.object({ v: ignoredCacheBuster }),
  output: z.object({
    hold: z
      .object({
        reason: z.string(),
        /** True if the published rule held the member, not an admin. */
        byRule: z.boolean(),
        heldAt: instant,
        answer: z.string().nullable(),
        answeredAt: instant.nullable(),
        /** True if a person read the answer, and the member stays held. */
        kept: z.boolean(),
      })
      .nullable(),
  }),
})

export const answerHold = call('POST /holds/answer', {
  summary: 'Answer, once, why one’s votes are set aside; a person reads it',
  access: 'member',
  limit: 'write',
  input: z.object({ text: multiLineText(maxHoldAnswerLength, 1) }),
  output: z.object({ answer: z.string(), answeredAt: instant }),
  errors: [noHoldToAnswer, holdAlreadyAnswered],
})

export const releaseMember = call('DELETE /admin/holds/:userId', {
  summary: 'Let a member count again, with all that was set aside; a second time changes nothing',
  access: 'admin',
  othersId: true,
  limit: 'write',
  input: z.object({ userId: id, reason: multiLineText(maxHoldReasonLength, 0).optional() }),
  output: z.object({ userId: id, changed: z.boolean() }),
  errors: [memberNotFound],
})
