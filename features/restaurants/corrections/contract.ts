import { z } from 'zod'
import { maxAddressLength, maxNameLength } from '#domain/shapes.ts'
import { idCursor, tableInput, tableOutput } from '#features/admin/table-contract.ts'
import { call } from '#platform/contract/call.ts'
import { declareRefusal, notYours } from '#platform/contract/failure.ts'
import { id, instant, oneLineText, ignoredCacheBuster } from '#platform/contract/shapes.ts'
import { openingHours, restaurantNotFound } from '../contract.ts'
import { correctableFields } from './fields.ts'

export const mustVerifyToCorrect = declareRefusal(
  403,
  'verify_to_correct',
  'To correct a restaurant, first verify your e-mail. The page of your account tells how.',
)
export const correctionNotFound = declareRefusal(
  404,
  'correction_not_found',
  'This correction isn’t open any more.',
)
export const correctionUnchanged = declareRefusal(
  409,
  'already_so',
  'That is what it says already.',
)
export const needsSecondMember = declareRefusal(
  409,
  'needs_another',
  'Someone else must agree with this correction: a member verified for two weeks, with five votes or favorites that count.',
)
export const limitReachedMessage =
  'You have corrected five pins or hours within a day. Someone else must agree with this one.'
export const correctionOutdated = declareRefusal(
  409,
  'changed_meanwhile',
  'This has been changed meanwhile. Look at it once more.',
)

const correction = z.object({
  id,
  field: z.enum(correctableFields),
  /** The earlier value as text for display; '' if it was unknown. */
  before: z.string(),
  /** The proposed value as text for display; '' if there shall be none. */
  after: z.string(),
  at: instant,
})
const open = correction.extend({
  /** True if the caller proposed it. */
  own: z.boolean(),
  /** True if a second member, whose word counts, has agreed while an admin’s decision was missing. */
  agreed: z.boolean(),
  waitsFor: z.enum(['member', 'admin']),
})
const person = z.object({ id, name: z.string() }).nullable()
/** A correction in a restaurant’s history. The people are null once their accounts are deleted. */
const applied = correction.extend({
  proposedBy: person,
  agreedBy: person,
  /** Number of later corrections of the same fact, which are undone with this one. */
  later: z.int(),
  /** The newest of them, or this one. An undo sends it back. */
  newestId: id,
})
export type Correction = z.output<typeof correction>
export type OpenCorrection = z.output<typeof open>
export type AppliedCorrection = z.output<typeof applied>
const outcome = z.object({
  id,
  applied: z.boolean(),
  /** Null if the correction was applied. */
  waitsFor: open.shape.waitsFor.nullable(),
})

export const listCorrections = call('GET /restaurants/:id/corrections', {
  summary:
    'What members say a restaurant’s facts should be, beside what stands; admins also see all that was taken over, newest first',
  access: 'member',
  limit: 'read',
  input: z.object({ id, v: ignoredCacheBuster }),
  output: z.object({ open: z.array(open), applied: z.array(applied) }),
  errors: [restaurantNotFound],
})

export const waitingCorrections = call('GET /admin/corrections', {
  summary:
    'Corrections of all restaurants that wait for a second member or an admin, filtered by `q`, oldest first or sorted by a column, 100 a page',
  access: 'admin',
  limit: 'read',
  input: tableInput(['restaurantName', 'userName', 'at'], idCursor).extend({
    field: z.enum(correctableFields).optional(),
    agreed: z.boolean().optional(),
  }),
  output: tableOutput(
    correction.extend({
      agreed: z.boolean(),
      restaurantId: id,
      restaurantName: z.string(),
      cityName: z.string(),
      userId: id,
      userName: z.string(),
    }),
    idCursor,
  ),
})

export const proposeCorrection = call('POST /restaurants/:id/corrections', {
  summary:
    'Propose a correction (verified members). An admin’s is taken over at once; one that another member has proposed is agreed with',
  access: 'member',
  limit: 'correct',
  refusedWhenTakenDown: true,
  input: z.object({
    id,
    field: z.enum(correctableFields),
    value: oneLineText(500, 0).describe(
      `A name of at most ${maxNameLength} characters or an address of at most ${maxAddressLength}; a position as 'latitude, longitude'; a website as http or https, or '' to take it away, which always waits for an admin; hours of the whole week as OpenStreetMap writes them, or like 'Mon-Fri 11am-10pm'.`,
    ),
  }),
  output: outcome,
  errors: [restaurantNotFound, mustVerifyToCorrect, correctionUnchanged],
})

export const readHours = call('POST /corrections/read-hours', {
  summary:
    'How opening hours would be read in a correction (verified members), in words or as OpenStreetMap writes them; nothing is kept',
  access: 'member',
  limit: 'read-hours',
  onlyReads: true,
  refusedWhenTakenDown: true,
  input: z.object({ value: oneLineText(500) }),
  output: z.object({ hours: z.array(openingHours) }),
  errors: [mustVerifyToCorrect],
})

export const agreeWithCorrection = call('POST /corrections/:id/agree', {
  summary:
    'Agree with another’s correction (verified members, admins): it is taken over, or waits for an admin',
  access: 'member',
  limit: 'agree',
  refusedWhenTakenDown: true,
  input: z.object({ id }),
  output: outcome,
  errors: [correctionNotFound, mustVerifyToCorrect, needsSecondMember, correctionOutdated],
})

export const withdrawCorrection = call('DELETE /corrections/:id', {
  summary: 'Withdraw one’s own correction that is open; admins decline anyone’s',
  access: 'member',
  limit: 'write',
  input: z.object({ id }),
  output: z.object({ id }),
  errors: [correctionNotFound, notYours],
})

export const undoCorrectionsOfMember = call('POST /admin/members/:id/undo-corrections', {
  summary:
    'Undo what stands of the corrections that a member proposed or agreed with and no admin took over: what stood before stands again, and what another member proposed waits for an admin',
  access: 'admin',
  othersId: true,
  limit: 'write',
  input: z.object({ id }),
  output: z.object({ undone: z.int(), reopened: z.int() }),
})

export const undoCorrection = call('POST /corrections/:id/undo', {
  summary:
    'Undo a correction that was taken over, with all later ones of the same fact: what stood before it stands again',
  access: 'admin',
  limit: 'write',
  input: z.object({
    id,
    newestId: id
      .optional()
      .describe(
        'The newest of the same fact that you saw; with a newer one by then nothing is undone.',
      ),
  }),
  output: z.object({ id }),
  errors: [correctionNotFound, correctionOutdated],
})
