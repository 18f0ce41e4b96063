import { importPKCS8, SignJWT } from 'jose'
import * as openid from 'openid-client'
import type { AppleSettings } from '#platform/server/settings.ts'

/** An identity that the provider vouches for, after all checks. */
export type VerifiedIdentity = {
  issuer: string
  subject: string
  email: string | null
  emailVerified: boolean
  refreshToken: string | null
}
export type LoginState = { state: string; nonce: string; verifier: string }

// Apple signs with this algorithm. A token must not choose another one (docs/safety.md, S16).
const algorithm = 'RS256'

/** Returns Apple's kind of client secret, a short-lived JWT signed with the key from the developer's account. */
async function clientSecret(settings: AppleSettings): Promise<string> {
  return new SignJWT({})
    .setProtectedHeader({ alg: 'ES256', kid: settings.keyId })
    .setIssuer(settings.teamId)
    .setSubject(settings.clientId)
    .setAudience(settings.issuer)
    .setIssuedAt()
    .setExpirationTime('5m')
    .sign(await importPKCS8(settings.key, 'ES256'))
}

const discover = (settings: AppleSettings) =>
  openid.discovery(
    new URL(settings.issuer),
    settings.clientId,
    { id_token_signed_response_alg: algorithm, [openid.clockTolerance]: 10 },
    async (_server, client, body) => {
      body.set('client_id', client.client_id)
      body.set('client_secret', await clientSecret(settings))
    },
    {
      timeout: 10,
      execute: [
        openid.enableNonRepudiationChecks,
        ...(settings.issuer.startsWith('http:') ? [openid.allowInsecureRequests] : []),
      ],
    },
  )

/** A client for Apple or, by its settings, any OpenID provider. Reads the provider's metadata at first use. */
export function appleProvider(settings: AppleSettings, redirectUri: string) {
  let discovered: Promise<openid.Configuration> | null = null

  /** Reads the provider's metadata once. After a failure, the next request tries again. */
  const configuration = () =>
    (discovered ??= discover(settings).catch((error: unknown) => {
      discovered = null
      throw error
    }))

  return {
    async begin(): Promise<LoginState & { url: string }> {
      const config = await configuration()
      const state = openid.randomState()
      const nonce = openid.randomNonce()
      const verifier = openid.randomPKCECodeVerifier()
      const offered = config.serverMetadata().scopes_supported
      const scopes = ['openid', 'name', 'email'].filter((scope) => offered?.includes(scope) ?? true)
      const url = openid.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        response_mode: 'form_post',
        scope: scopes.join(' '),
        state,
        nonce,
        ...(config.serverMetadata().supportsPKCE() && {
          code_challenge: await openid.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
        }),
      })
      return { state, nonce, verifier, url: url.href }
    },

    async finish(loginState: LoginState, answer: { code: string; iss?: string | undefined }) {
      const config = await configuration()
      const back = new URL(redirectUri)
      back.searchParams.set('code', answer.code)
      back.searchParams.set('state', loginState.state)
      if (answer.iss) back.searchParams.set('iss', answer.iss)
      const tokens = await openid.authorizationCodeGrant(config, back, {
        expectedState: loginState.state,
        expectedNonce: loginState.nonce,
        idTokenExpected: true,
        ...(config.serverMetadata().supportsPKCE() && { pkceCodeVerifier: loginState.verifier }),
      })
      const { iss, sub, email, email_verified } = tokens.claims()!
      return {
        issuer: iss,
        subject: sub,
        email: typeof email === 'string' ? email : null,
        // Apple sometimes sends it as a string.
        emailVerified: email_verified === true || email_verified === 'true',
        refreshToken: tokens.refresh_token ?? null,
      } satisfies VerifiedIdentity
    },

    async revoke(refreshToken: string): Promise<void> {
      await openid.tokenRevocation(await configuration(), refreshToken, {
        token_type_hint: 'refresh_token',
      })
    },
  }
}
