import { createHash, createHmac, createPublicKey } from 'node:crypto'
import {
  exportJWK,
  exportPKCS8,
  generateKeyPair,
  importJWK,
  type JWK,
  jwtVerify,
  SignJWT,
} from 'jose'
import { implementCall } from '#platform/server/http/handler.ts'
import { siteKeys } from '#platform/server/site-keys.ts'
import type { Database, Services } from '#platform/server/services.ts'
import type { AppleSettings } from '#platform/server/settings.ts'
import { newToken, tokenHash } from '#platform/server/auth/tokens.ts'
import { emailKey } from '#domain/email.ts'
import {
  invalidClient,
  invalidGrant,
  invalidRequest,
  noStandIn,
  standInAuthorize,
  standInConfiguration,
  standInKeys,
  standInRevoke,
  standInToken,
} from './contract.ts'

const codeLasts = 2 * 60_000
const clientId = 'yolo.pretend'
const teamId = 'PRETEND'

/** The facts that a code is exchanged for. */
type Granted = {
  subject: string
  email: string
  hidden: boolean
  nonce: string
  challenge: string
}

/**
 * Replaces Apple with a provider of our own if the settings enable it. The provider believes whatever users type. It is
 * called over HTTP like the real one, and stores nothing in this process.
 */
export async function withPretendApple(services: Services): Promise<Services> {
  const { settings, database } = services
  if (!settings.appleStandIn) return services
  if (!settings.loopback) throw new Error('The stand-in for Apple runs on a loopback address only.')
  const { client_key: key } = await keysOf(database)
  const apple: AppleSettings = {
    issuer: issuerAt(settings.origin),
    clientId,
    teamId,
    keyId: 'client',
    key,
  }
  return { ...services, settings: { ...settings, apple } }
}

const issuerAt = (origin: string) => `${origin}/api/pretend-apple`

function configurationAt(origin: string) {
  const issuer = issuerAt(origin)
  return {
    issuer,
    authorization_endpoint: `${origin}/pretend-apple`,
    token_endpoint: `${issuer}/token`,
    revocation_endpoint: `${issuer}/revoke`,
    jwks_uri: `${issuer}/keys`,
    scopes_supported: ['openid', 'name', 'email'],
    response_types_supported: ['code'],
    response_modes_supported: ['form_post'],
    subject_types_supported: ['pairwise'],
    id_token_signing_alg_values_supported: ['RS256'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['client_secret_post'],
  }
}

const keysOf = (database: Database) =>
  siteKeys(database, 'apple-stand-in', async () => {
    const issuer = await generateKeyPair('RS256', { extractable: true })
    const client = await generateKeyPair('ES256', { extractable: true })
    const jwk: JWK = { ...(await exportJWK(issuer.privateKey)), kid: newToken(), alg: 'RS256' }
    return { issuer_key: jwk, client_key: await exportPKCS8(client.privateKey) }
  })

/** Checks that the client has proved its identity with an ES256 secret, as Apple requires. */
async function checkClient(
  { settings, clock }: Services,
  pem: string,
  given: { client_id: string; client_secret: string },
) {
  await jwtVerify(given.client_secret, createPublicKey(pem), {
    issuer: teamId,
    subject: clientId,
    audience: issuerAt(settings.origin),
    algorithms: ['ES256'],
    requiredClaims: ['exp'],
    currentDate: clock.now(),
  }).catch(() => {
    throw invalidClient()
  })
  if (given.client_id !== clientId) throw invalidClient()
}

async function idTokenOf(
  { settings, clock }: Services,
  key: JWK,
  { subject, hidden, nonce, email }: Granted,
) {
  const seconds = Math.floor(clock.now().getTime() / 1000)
  const relay = `${subject.slice(0, 12)}@relay.pretend-apple.example`
  return new SignJWT({
    nonce,
    email: hidden ? relay : email,
    // Users haven't proved that a typed address is theirs, so it must not open an existing account
    // (docs/safety.md, S16).
    email_verified: hidden,
    is_private_email: hidden,
  })
    .setProtectedHeader({ alg: 'RS256', kid: key.kid! })
    .setIssuer(issuerAt(settings.origin))
    .setSubject(subject)
    .setAudience(clientId)
    .setIssuedAt(seconds)
    .setExpirationTime(seconds + 600)
    .sign(await importJWK(key, 'RS256'))
}

export const standInHandlers = (services: Services) => {
  const { settings, database, clock } = services
  const redirectUri = `${settings.origin}/api/login/apple/callback`

  async function keys() {
    if (!settings.appleStandIn) throw noStandIn()
    const { issuer_key, client_key } = await keysOf(database)
    return { issuerKey: issuer_key as JWK, clientKey: client_key }
  }

  return [
    implementCall(standInConfiguration, async () => {
      if (!settings.appleStandIn) throw noStandIn()
      return configurationAt(settings.origin)
    }),

    implementCall(standInKeys, async () => {
      const { kid, alg, kty, n, e } = (await keys()).issuerKey
      return { keys: [{ kid, alg, kty, n, e, use: 'sig' }] }
    }),

    implementCall(standInAuthorize, async ({ input }) => {
      const { issuerKey } = await keys()
      if (input.client_id !== clientId || input.redirect_uri !== redirectUri) throw invalidRequest()
      const code = newToken()
      const granted: Granted = {
        // The same address always means the same person.
        subject: createHmac('sha256', issuerKey.d!).update(emailKey(input.email)).digest('hex'),
        email: input.email,
        hidden: input.hideEmail,
        nonce: input.nonce,
        challenge: input.code_challenge,
      }
      await database
        .insertInto('apple_logins')
        .values({
          key_hash: tokenHash(code),
          step: 'stand-in',
          data: JSON.stringify(granted),
          expires_at: new Date(clock.now().getTime() + codeLasts),
        })
        .execute()
      return { code }
    }),

    implementCall(standInToken, async ({ input }) => {
      const { issuerKey, clientKey } = await keys()
      await checkClient(services, clientKey, input)
      const row = await database
        .deleteFrom('apple_logins')
        .where('key_hash', '=', tokenHash(input.code))
        .where('step', '=', 'stand-in')
        .where('expires_at', '>', clock.now())
        .returning('data')
        .executeTakeFirst()
      if (!row || input.redirect_uri !== redirectUri) throw invalidGrant()
      const granted = row.data as Granted
      const challenge = createHash('sha256').update(input.code_verifier).digest('base64url')
      if (challenge !== granted.challenge) throw invalidGrant()
      return {
        access_token: newToken(),
        refresh_token: newToken(),
        id_token: await idTokenOf(services, issuerKey, granted),
        token_type: 'Bearer' as const,
        expires_in: 600,
      }
    }),

    implementCall(standInRevoke, async ({ input }) => {
      await checkClient(services, (await keys()).clientKey, input)
      return {}
    }),
  ]
}
