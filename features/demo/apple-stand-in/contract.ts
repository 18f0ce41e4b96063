import { z } from 'zod'
import { call } from '#platform/contract/call.ts'
import { declareRefusal } from '#platform/contract/failure.ts'

const noStandIn = declareRefusal(404, 'no_stand_in', 'There is no pretend Apple here.')
const invalidGrant = declareRefusal(400, 'invalid_grant', 'This code is not valid.')
export const refusals = { noStandIn, invalidGrant }

const metadata = z.record(z.string(), z.unknown())

export const standInConfiguration = call('GET /pretend-apple/.well-known/openid-configuration', {
  summary: 'The demo’s stand-in for Apple: what it offers, as OpenID Connect Discovery has it',
  access: 'anyone',
  limit: 'read',
  output: metadata,
  errors: [noStandIn],
})

export const standInKeys = call('GET /pretend-apple/keys', {
  summary: 'The demo’s stand-in for Apple: the keys that its id tokens are signed with',
  access: 'anyone',
  limit: 'read',
  output: z.object({ keys: z.array(metadata) }),
  errors: [noStandIn],
})

export const standInToken = call('POST /pretend-apple/token', {
  summary: 'The demo’s stand-in for Apple: a code becomes an id token',
  access: 'anyone',
  limit: 'write',
  consumes: 'application/x-www-form-urlencoded',
  input: z.object({ code: z.string().max(2000) }),
  output: z.object({ access_token: z.string(), id_token: z.string(), token_type: z.string() }),
  errors: [noStandIn, invalidGrant],
})
