import { exportJWK, exportPKCS8, generateKeyPair, importJWK, type JWK, SignJWT } from 'jose'
import { z } from 'zod'
import { email, emailKey } from '#domain/email.ts'
import { newToken } from '#platform/server/auth/tokens.ts'
import { implementCall } from '#platform/server/http/handler.ts'
import type { Database, Services } from '#platform/server/services.ts'
import { siteKeys } from '#platform/server/site-keys.ts'
import { refusals, standInConfiguration, standInKeys, standInToken } from './contract.ts'

const clientId = 'yolo.pretend'
const algorithm = 'RS256'
const issuerAt = (origin: string) => `${origin}/api/pretend-apple`

/**
 * Replaces Apple with a provider of our own if the settings enable it. It is called over HTTP like the real one and
 * believes whatever users type, so it checks nothing of its client.
 */
export async function withPretendApple(services: Services): Promise<Services> {
  const { settings } = services
  if (!settings.appleStandIn) return services
  if (!settings.loopback) throw new Error('The stand-in for Apple runs on a loopback address only.')
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  const apple = {
    issuer: issuerAt(settings.origin),
    clientId,
    teamId: 'PRETEND',
    keyId: 'client',
    key: await exportPKCS8(privateKey),
  }
  return { ...services, settings: { ...settings, apple } }
}

const signingKey = (database: Database) =>
  siteKeys<JWK>(database, 'apple-stand-in', async () => {
    const { privateKey } = await generateKeyPair(algorithm, { extractable: true })
    return { ...(await exportJWK(privateKey)), kid: newToken(), alg: algorithm }
  })

/** A code is what was typed on the page, as a query string, with the nonce of the log-in. */
const typed = z.object({ email, nonce: z.string() })

export const standInHandlers = ({ settings: { appleStandIn, origin }, database }: Services) => {
  const issuer = issuerAt(origin)
  const requireStandIn = () => {
    if (!appleStandIn) throw refusals.noStandIn()
  }
  return [
    implementCall(standInConfiguration, async () => {
      requireStandIn()
      return {
        issuer,
        authorization_endpoint: `${origin}/pretend-apple`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/keys`,
        id_token_signing_alg_values_supported: [algorithm],
      }
    }),

    implementCall(standInKeys, async () => {
      requireStandIn()
      const { kid, alg, kty, n, e } = await signingKey(database)
      return { keys: [{ kid, alg, kty, n, e, use: 'sig' }] }
    }),

    implementCall(standInToken, async ({ input: { code } }) => {
      requireStandIn()
      const answer = typed.safeParse(Object.fromEntries(new URLSearchParams(code)))
      if (!answer.success) throw refusals.invalidGrant()
      const key = await signingKey(database)
      const idToken = new SignJWT({ ...answer.data, email_verified: true })
        .setProtectedHeader({ alg: algorithm, kid: key.kid! })
        .setIssuer(issuer)
        // The same address always means the same person.
        .setSubject(emailKey(answer.data.email))
        .setAudience(clientId)
        .setIssuedAt()
        .setExpirationTime('10m')
      return {
        access_token: newToken(),
        id_token: await idToken.sign(await importJWK(key, algorithm)),
        token_type: 'Bearer',
      }
    }),
  ]
}
