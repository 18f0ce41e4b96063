import { z } from 'zod'
import { call } from '#platform/contract/call.ts'
import { declareRefusal, notYours } from '#platform/contract/failure.ts'
import { badCursor, cursor, nextCursor } from '#platform/contract/paging.ts'
import { id, instant, multiLineText, ignoredCacheBuster } from '#platform/contract/shapes.ts'
import {
  abuseKinds,
  maxAnswerLength,
  maxTakedownLength,
  maxReportLength,
  reportReasons,
} from './limits.ts'

const kind = z.enum(abuseKinds)
/** `id` is the id of the yolo with the text or photo, or of the member. */
const thing = z.object({ kind, id })

export const reportTargetNotFound = declareRefusal(
  404,
  'nothing_there',
  'This isn’t here any more.',
)
export const cannotReportOwn = declareRefusal(400, 'not_oneself', 'That is your own.')
export const takedownNotFound = declareRefusal(404, 'takedown_not_found', 'This isn’t taken down.')
export const alreadyAnswered = declareRefusal(
  409,
  'answered_already',
  'You have answered this already.',
)
export const cannotTakeDownStaff = declareRefusal(
  409,
  'has_rights',
  'This is a staff account. Only the operator can remove it.',
)

export const reportAbuse = call('POST /abuse-reports', {
  summary:
    'Report the text or photo of a yolo, or a member: hidden for the caller at once; a second time changes nothing',
  access: 'member',
  limit: 'report',
  refusedWhenTakenDown: true,
  input: thing.extend({
    reason: z.enum(reportReasons),
    words: multiLineText(maxReportLength, 0).optional(),
  }),
  output: thing.extend({ reported: z.boolean() }),
  errors: [reportTargetNotFound, cannotReportOwn],
})
export const withdrawAbuseReport = call('DELETE /abuse-reports', {
  summary: 'Take one’s report back: it shows again; a second time changes nothing',
  access: 'member',
  limit: 'write',
  input: thing,
  output: thing.extend({ reported: z.boolean() }),
})

const dish = z.object({
  itemId: id,
  itemName: z.string(),
  restaurantId: id,
  restaurantName: z.string(),
})
const down = z.object({
  id,
  word: z.string(),
  at: instant,
  answer: z.string().nullable(),
  answeredAt: instant.nullable(),
})

export const ownTakedowns = call('GET /takedowns', {
  summary: 'What of the caller’s was taken down and stands so, newest first',
  access: 'member',
  limit: 'read',
  input: z.object({ v: ignoredCacheBuster }),
  output: z.array(
    down.extend({
      kind,
      /** Null if the whole account was taken down. */
      dish: dish.nullable(),
      /** Why an admin who read the answer kept it down. Null if the answer waits, or there is none. */
      kept: z.string().nullable(),
    }),
  ),
})
export const answerTakedown = call('POST /takedowns/:id/answer', {
  summary: 'Answer, once, why something of one’s own was taken down',
  access: 'member',
  limit: 'write',
  input: z.object({ id, answer: multiLineText(maxAnswerLength, 1) }),
  output: z.object({ id, answer: z.string(), answeredAt: instant }),
  errors: [takedownNotFound, alreadyAnswered, notYours],
})

const read = { access: 'admin', limit: 'read' } as const
const write = { access: 'admin', limit: 'write' } as const

export const abuseCases = call('GET /abuse-reports', {
  ...read,
  summary:
    'What is reported (`open`), taken down (`down`), or taken down and answered (`answered`), newest first, 20 a page',
  input: z.object({
    state: z.enum(['open', 'down', 'answered']).default('open'),
    cursor,
    v: ignoredCacheBuster,
  }),
  output: z.object({
    items: z.array(
      thing.extend({
        /** The author of the text or photo, or the reported member. */
        member: z.object({ userId: id, userName: z.string() }),
        dish: dish.nullable(),
        /** The text as it is now. Null for a photo. */
        text: z.string().nullable(),
        reportCount: z.int(),
        /** The newest reports. */
        reports: z.array(
          z.object({
            userId: id,
            userName: z.string(),
            reason: z.enum(reportReasons),
            words: z.string(),
            /** The text as it was when it was reported. */
            seen: z.string().nullable(),
            at: instant,
          }),
        ),
        takedown: down.nullable(),
      }),
    ),
    cursor: nextCursor,
  }),
  errors: [badCursor],
})
export const casePhoto = call('GET /abuse-reports/photo', {
  ...read,
  summary: 'The photo of a yolo, taken down or not',
  produces: 'image/jpeg',
  input: z.object({ yoloId: id, v: ignoredCacheBuster }),
  output: z.unknown(),
  errors: [reportTargetNotFound],
})
export const caseAvatar = call('GET /abuse-reports/avatar', {
  ...read,
  summary: 'The picture of a member, hidden or not',
  othersId: true,
  produces: 'image/jpeg',
  input: z.object({ userId: id, v: ignoredCacheBuster }),
  output: z.unknown(),
  errors: [reportTargetNotFound],
})
export const dismissAbuseReports = call('POST /abuse-reports/dismiss', {
  ...write,
  summary: 'Close the reports of a thing; it stays hidden for who reported it',
  input: thing,
  output: thing.extend({ dismissed: z.int() }),
})
export const takeDown = call('POST /takedowns', {
  ...write,
  summary: 'Take a thing from show with a word to its author; a second time changes nothing',
  input: thing.extend({ word: multiLineText(maxTakedownLength, 1) }),
  output: thing.extend({ takenDown: z.boolean() }),
  errors: [reportTargetNotFound, cannotTakeDownStaff],
})
export const undoTakedown = call('DELETE /takedowns', {
  ...write,
  summary: 'Show again what was taken down; a second time changes nothing',
  input: thing,
  output: thing.extend({ takenDown: z.boolean() }),
})
