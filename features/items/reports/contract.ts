import { z } from 'zod'
import { call } from '#platform/contract/call.ts'
import { declareRefusal } from '#platform/contract/failure.ts'
import { id, instant } from '#platform/contract/shapes.ts'
import { expectedName, itemNotFound, itemRenamed } from '../contract.ts'

export const verificationRequired = declareRefusal(
  403,
  'verify_first',
  'To confirm a dish, first verify your e-mail. The page of your account tells how.',
)

const thanks = z.object({ id, expired: z.boolean() })

export const reportOffMenu = call('POST /items/:id/expired', {
  summary: 'Report an item as no longer on the menu; a second time changes nothing',
  access: 'member',
  limit: 'report',
  refusedWhenTakenDown: true,
  input: z.object({ id, userId: id.optional(), expectedName }),
  output: thanks,
  errors: [itemNotFound, itemRenamed],
})
export const withdrawOffMenuReport = call('DELETE /items/:id/expired', {
  summary:
    'Take one’s own report of an item back; without one nothing changes, and one that an admin has decided stays',
  access: 'member',
  limit: 'report',
  input: z.object({ id, userId: id.optional() }),
  output: thanks,
  errors: [itemNotFound],
})
export const reportOffMenuByGet = call('GET /itemExpired', {
  summary: 'The same for old clients',
  access: 'member',
  limit: 'report',
  unsafeGet: true,
  refusedWhenTakenDown: true,
  input: z.object({ itemId: id, userId: id.optional() }),
  output: thanks,
  errors: [itemNotFound],
})
export const confirmOnMenu = call('POST /items/:id/confirm', {
  summary:
    'Say that an item is still on the menu (verified members); reports over 30 days old stop counting',
  access: 'member',
  limit: 'report',
  refusedWhenTakenDown: true,
  input: z.object({ id, userId: id.optional(), expectedName }),
  output: z.object({ id, confirmedAt: instant }),
  errors: [itemNotFound, itemRenamed, verificationRequired],
})
