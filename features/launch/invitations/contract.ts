import { z } from 'zod'
import { timeCursor, tableInput, tableOutput } from '#features/admin/table-contract.ts'
import { placeNotFound } from '#features/places/contract.ts'
import { call } from '#platform/contract/call.ts'
import { declareRefusal } from '#platform/contract/failure.ts'
import { id, ignoredCacheBuster, instant, oneLineText } from '#platform/contract/shapes.ts'
import { codeLength, codeLetters, isInvitationCode } from './code.ts'

export const invitationNotFound = declareRefusal(
  404,
  'invitation_not_found',
  'This invitation isn’t there any more.',
)

const code = z
  .string()
  .refine(isInvitationCode, 'This is no invitation’s code.')
  .meta({ pattern: `^[${codeLetters}]{${codeLength}}$` })
const citySlug = z.string().min(1).max(200)
const write = { access: 'admin', limit: 'write' } as const

export const showInvitation = call('GET /invitations/:code', {
  summary: 'The city that an invitation’s link leads to, until it is ended',
  access: 'anyone',
  limit: 'read',
  input: z.object({ code, v: ignoredCacheBuster }),
  output: z.object({ cityName: z.string(), citySlug: z.string() }),
  errors: [invitationNotFound],
})

export const openInvitation = call('POST /invitations/:code/opened', {
  summary:
    'Say that an invitation’s link was opened: counted, without who (pages send it by themselves)',
  access: 'anyone',
  limit: 'page-count',
  input: z.object({ code }),
})

export const invitations = call('GET /admin/invitations', {
  access: 'admin',
  limit: 'read',
  summary:
    'Invitations and what came of them, the newest first, filtered by `q` or a city, 100 a page',
  input: tableInput(
    ['campaign', 'cityName', 'opened', 'joined', 'firstFavorites', 'createdAt'],
    timeCursor,
  ).extend({ citySlug: citySlug.optional(), ended: z.boolean().optional() }),
  output: tableOutput(
    z.object({
      id,
      code: z.string(),
      campaign: z.string(),
      cityName: z.string(),
      citySlug: z.string(),
      createdAt: instant,
      ended: z.boolean(),
      /** How many browsers opened the link. */
      opened: z.int(),
      /** How many members joined by it. */
      joined: z.int(),
      /** How many of them saved a favorite within 30 days. */
      firstFavorites: z.int(),
    }),
    timeCursor,
  ),
})

export const makeInvitation = call('POST /admin/invitations', {
  ...write,
  summary: 'Make a link for a city and a campaign',
  input: z.object({ citySlug, campaign: oneLineText(80) }),
  output: z.object({ id, code: z.string() }),
  errors: [placeNotFound],
})

export const endInvitation = call('POST /admin/invitations/:id/end', {
  ...write,
  summary: 'End an invitation: its link leads to the home page, and nothing is counted any more',
  input: z.object({ id }),
  errors: [invitationNotFound],
})

export const reopenInvitation = call('POST /admin/invitations/:id/reopen', {
  ...write,
  summary: 'Undo the ending of an invitation',
  input: z.object({ id }),
  errors: [invitationNotFound],
})
