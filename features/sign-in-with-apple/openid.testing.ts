import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { decodeJwt, exportJWK, exportPKCS8, generateKeyPair, type JWK, jwtVerify } from 'jose'
import { Provider } from 'oidc-provider'
import { forger, type Forge } from './forger.testing.ts'

export type Person = {
  sub: string
  email?: string
  /** Apple sometimes sends it as a string. */
  email_verified?: boolean | 'true'
  is_private_email?: boolean
}

/** Runs a certified OpenID provider on this machine, in place of Apple. */
export async function openidProvider(redirectUri: string) {
  const client = await generateKeyPair('ES256', { extractable: true })
  const signing = await generateKeyPair('RS256', { extractable: true })
  const people = new Map<string, Person>()

  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  const provider = providerAt(issuer, {
    redirectUri,
    people,
    signingKey: await exportJWK(signing.privateKey),
    clientKey: client.publicKey,
  })

  let forge: Forge | null = null
  const forged: string[] = []
  let keysAsked = 0
  let keysFail = false
  let revocationsFail = false
  provider.use(async (context, next) => {
    await next()
    if (context.path === '/jwks') keysAsked++
    if (context.path !== '/token' || !forge) return
    const body = context.body as { id_token: string }
    body.id_token = await forge(decodeJwt(body.id_token))
    forged.push(body.id_token)
    forge = null
  })

  const serve = provider.callback()
  let sitting: Person | null = null
  server.on('request', (request, answer) => {
    if (keysFail && request.url === '/jwks') return answer.writeHead(500).end()
    if (revocationsFail && request.url === '/token/revocation') return answer.writeHead(500).end()
    if (!request.url?.startsWith('/who/')) return serve(request, answer)
    const result = sitting
      ? { login: { accountId: sitting.sub } }
      : { error: 'access_denied', error_description: 'No.' }
    void provider.interactionFinished(request, answer, result)
  })

  return {
    settings: {
      issuer,
      clientId: 'yolo.web',
      teamId: 'TEAM',
      keyId: 'KEY',
      key: await exportPKCS8(client.privateKey),
    },
    forge: await forger(signing.privateKey),
    /** Makes `next` sign the next id token from its real claims. */
    forgeNext: (next: Forge) => void (forge = next),
    /** Returns how often the provider's keys were fetched. */
    keysAsked: () => keysAsked,
    /** Makes the provider answer 500 instead of its keys, or no longer. */
    failKeys: (fail: boolean) => void (keysFail = fail),
    /** Makes the provider answer 500 to who revokes a token, or no longer. */
    failRevocations: (fail: boolean) => void (revocationsFail = fail),
    /** All forged id tokens that were handed out. */
    forged,
    isGood: async (refreshToken: string) =>
      (await provider.RefreshToken.find(refreshToken)) !== undefined,

    /** Follows the site's address like a browser and logs in as `as` (null refuses). Returns the form for the site. */
    async visit(address: string, as: Person | null) {
      sitting = as
      if (as) people.set(as.sub, as)
      return followToForm(address, issuer)
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}

type Setting = {
  redirectUri: string
  people: Map<string, Person>
  signingKey: JWK
  clientKey: CryptoKey
}

function providerAt(issuer: string, { redirectUri, people, signingKey, clientKey }: Setting) {
  const provider: Provider = new Provider(issuer, {
    clients: [
      {
        client_id: 'yolo.web',
        client_secret: 'never compared',
        token_endpoint_auth_method: 'client_secret_post',
        redirect_uris: [redirectUri],
        grant_types: ['authorization_code', 'refresh_token'],
      },
    ],
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified', 'is_private_email'],
      name: ['name'],
    },
    // As with Apple, the id token contains all claims.
    conformIdTokenClaims: false,
    jwks: {
      keys: [{ ...signingKey, kid: 'own', alg: 'RS256', use: 'sig' }],
    },
    cookies: { keys: ['of the test'] },
    features: {
      devInteractions: { enabled: false },
      revocation: { enabled: true, allowedPolicy: async () => true },
    },
    ttl: {
      AccessToken: 600,
      Grant: 600,
      IdToken: 600,
      Interaction: 600,
      RefreshToken: 86_400,
      Session: 600,
    },
    pkce: { required: () => true },
    issueRefreshToken: async () => true,
    interactions: { url: (_context: object, { uid }: { uid: string }) => `/who/${uid}` },
    findAccount: (_context: object, sub: string) => ({
      accountId: sub,
      claims: async () => people.get(sub),
    }),
    async loadExistingGrant({ oidc }: { oidc: { session: { accountId: string } } }) {
      const grant = new provider.Grant({
        clientId: 'yolo.web',
        accountId: oidc.session.accountId,
      })
      grant.addOIDCScope('openid email name')
      await grant.save()
      return grant
    },
  })
  // Apple's client secret is a token signed for each request.
  provider.Client.prototype.compareClientSecret = async (secret) =>
    jwtVerify(secret, clientKey, {
      issuer: 'TEAM',
      subject: 'yolo.web',
      audience: issuer,
      algorithms: ['ES256'],
      requiredClaims: ['exp'],
    }).then(
      () => true,
      () => false,
    )
  return provider
}

async function followToForm(address: string, origin: string) {
  const jar = new Map<string, string>()
  let url = address
  for (let hop = 0; hop < 8; hop++) {
    const cookie = [...jar].map((pair) => pair.join('=')).join('; ')
    const answer = await fetch(url, { redirect: 'manual', headers: { Cookie: cookie } })
    for (const set of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set)!
      jar.set(name, value)
    }
    const next = answer.headers.get('location')
    if (!next) return formIn(await answer.text())
    url = new URL(next, origin).href
  }
  throw new Error('The provider leads in circles.')
}

function formIn(html: string) {
  const fields = [...html.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)]
  return {
    action: /<form method="post" action="([^"]+)"/.exec(html)?.[1],
    fields: Object.fromEntries(fields.map(([, name, value]) => [name!, value!])),
  }
}
