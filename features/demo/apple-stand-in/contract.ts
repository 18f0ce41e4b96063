import { z } from 'zod'
import { call } from '#platform/contract/call.ts'
import { declareRefusal } from '#platform/contract/failure.ts'
import { email } from '#domain/email.ts'

export const noStandIn = declareRefusal(404, 'no_stand_in', 'There is no pretend Apple here.')
// Refusals with the error codes of OAuth 2.0, which OpenID Connect uses as well.
export const invalidRequest = declareRefusal(
  400,
  'invalid_request',
  'This log-in didn’t begin here.',
)
export const invalidClient = declareRefusal(401, 'invalid_client', 'Who asks is not known here.')
export const invalidGrant = declareRefusal(
  400,
  'invalid_grant',
  'This code is not good, or no longer.',
)

const address = z.url()

export const standInConfiguration = call('GET /pretend-apple/.well-known/openid-configuration', {
  summary: 'The demo’s stand-in for Apple: what it offers, as OpenID Connect Discovery has it',
  access: 'anyone',
  limit: 'read',
  output: z.object({
    issuer: address,
    authorization_endpoint: address,
    token_endpoint: address,
    revocation_endpoint: address,
    jwks_uri: address,
    scopes_supported: z.array(z.string()),
    response_types_supported: z.array(z.string()),
    response_modes_supported: z.array(z.string()),
    subject_types_supported: z.array(z.string()),
    id_token_signing_alg_values_supported: z.array(z.string()),
    code_challenge_methods_supported: z.array(z.string()),
    token_endpoint_auth_methods_supported: z.array(z.string()),
  }),
  errors: [noStandIn],
})

export const standInKeys = call('GET /pretend-apple/keys', {
  summary: 'The demo’s stand-in for Apple: the keys that its id tokens are signed with',
  access: 'anyone',
  limit: 'read',
  output: z.object({ keys: z.array(z.record(z.string(), z.unknown())) }),
  errors: [noStandIn],
})

export const standInAuthorize = call('POST /pretend-apple/authorize', {
  summary: 'The demo’s stand-in for Apple: someone says who they want to be, and a code goes back',
  access: 'anyone',
  limit: 'write',
  input: z.object({
    client_id: z.string().max(200),
    redirect_uri: z.string().max(500),
    response_type: z.literal('code'),
    response_mode: z.literal('form_post'),
    nonce: z.string().min(1).max(200),
    code_challenge: z.string().length(43),
    code_challenge_method: z.literal('S256'),
    email,
    hideEmail: z.boolean(),
  }),
  output: z.object({ code: z.string() }),
  errors: [noStandIn, invalidRequest],
})

const client = {
  client_id: z.string().max(200),
  client_secret: z.string().max(2000),
}

export const standInToken = call('POST /pretend-apple/token', {
  summary: 'The demo’s stand-in for Apple: a code becomes an id token',
  access: 'anyone',
  limit: 'write',
  consumes: 'application/x-www-form-urlencoded',
  input: z.object({
    ...client,
    grant_type: z.literal('authorization_code'),
    code: z.string().max(200),
    redirect_uri: z.string().max(500),
    code_verifier: z.string().min(43).max(128),
  }),
  output: z.object({
    access_token: z.string(),
    refresh_token: z.string(),
    id_token: z.string(),
    token_type: z.literal('Bearer'),
    expires_in: z.int(),
  }),
  errors: [noStandIn, invalidClient, invalidGrant],
})

export const standInRevoke = call('POST /pretend-apple/revoke', {
  summary: 'The demo’s stand-in for Apple: takes back what it gave',
  access: 'anyone',
  limit: 'write',
  consumes: 'application/x-www-form-urlencoded',
  input: z.object({ ...client, token: z.string().max(2000) }),
  errors: [noStandIn, invalidClient],
})
