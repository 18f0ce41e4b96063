import { z } from 'zod'
import { restaurantAddress, restaurantName } from '#domain/shapes.ts'
import { call } from '#platform/contract/call.ts'
import { declareRefusal } from '#platform/contract/failure.ts'
import {
  id,
  ignoredCacheBuster,
  instant,
  latitude,
  longitude,
  oneLineText,
} from '#platform/contract/shapes.ts'
import { openingHours, restaurantNotFound } from '../contract.ts'
import { correctableFields } from './fields.ts'

export const mustVerifyToCorrect = declareRefusal(
  403,
  'verify_to_correct',
  'To correct a restaurant, first verify your e-mail.',
)
export const correctionNotFound = declareRefusal(
  404,
  'correction_not_found',
  'This correction isn’t open any more.',
)
export const nothingChanged = declareRefusal(409, 'already_so', 'That is what it says already.')

const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Write a time like 17:30.')
const day = openingHours
  .extend({ openTime: time.nullable(), closeTime: time.nullable() })
  .refine(({ openTime, closeTime, closed }) => closed || (openTime && closeTime), {
    error: 'Give both times, or mark the day as closed.',
  })

/** What a member says the facts should be. Facts that are left out stay as they are. */
export const correctedFacts = z.object({
  name: restaurantName.optional(),
  address: restaurantAddress.optional(),
  phone: oneLineText(40)
    .refine((text) => /^[+(]?[\d\s().\-/]{6,}$/.test(text), 'This can’t be a phone number.')
    .optional(),
  /** '' takes a wrong website away. */
  website: oneLineText(300, 0)
    .refine((text) => /^(https?:\/\/[^\s"<>]+\.[^\s"<>]+)?$/i.test(text), {
      error: 'Write a web address like https://example.com, or nothing to take it away.',
    })
    .optional(),
  position: z.object({ latitude, longitude }).optional(),
  /** One row for each day of the week. */
  hours: z.array(day).length(7).optional(),
})
export type CorrectedFacts = z.output<typeof correctedFacts>

export const proposeCorrections = call('POST /restaurants/:id/corrections', {
  summary: 'Propose what a restaurant’s facts should be; those of an admin apply at once',
  access: 'member',
  limit: 'correct',
  input: correctedFacts.extend({ id }),
  output: z.object({ fields: z.array(z.enum(correctableFields)), applied: z.boolean() }),
  errors: [restaurantNotFound, mustVerifyToCorrect, nothingChanged],
})

const correction = z.object({
  id,
  field: z.enum(correctableFields),
  /** The present value as text; '' if it is unknown. */
  before: z.string(),
  after: z.string(),
  at: instant,
  restaurantId: id,
  restaurantName: z.string(),
  cityName: z.string(),
  userId: id,
  userName: z.string(),
})
export type Correction = z.output<typeof correction>

export const openCorrections = call('GET /admin/corrections', {
  summary: 'The 100 oldest corrections that wait for an admin',
  access: 'admin',
  limit: 'read',
  input: z.object({ v: ignoredCacheBuster }),
  output: z.object({ items: z.array(correction) }),
})

const decision = {
  access: 'admin',
  limit: 'write',
  input: z.object({ id }),
  output: z.object({ id }),
  errors: [correctionNotFound],
} as const

export const acceptCorrection = call('POST /admin/corrections/:id/accept', {
  ...decision,
  summary: 'Apply a correction',
})
export const declineCorrection = call('POST /admin/corrections/:id/decline', {
  ...decision,
  summary: 'Delete a correction without applying it',
})
