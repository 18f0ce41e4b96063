import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, exportPKCS8, generateKeyPair, jwtVerify, SignJWT } from 'jose'

export type Claims = Record<string, unknown>
type Forge = (claims: Claims) => Promise<string>

/** A local provider that signs any token it is asked to, honest or forged. */
export async function appleIssuer() {
  const client = await generateKeyPair('ES256', { extractable: true })
  const right = await generateKeyPair('RS256')
  const wrong = await generateKeyPair('RS256')
  const ec = await generateKeyPair('ES256')
  const revoked: string[] = []
  const codes = new Map<string, { claims: Claims; forge: Forge }>()

  const server = createServer(async (request, answer) => {
    answer.setHeader('Content-Type', 'application/json')
    try {
      answer.end(JSON.stringify(await serve(request.url ?? '', request)))
    } catch {
      answer.statusCode = 400
      answer.end('{"error":"invalid_grant"}')
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  async function form(request: AsyncIterable<Buffer>) {
    let text = ''
    for await (const part of request) text += String(part)
    const body = new URLSearchParams(text)
    // Who asks proves itself by the ES256 secret that Apple wants.
    const { payload } = await jwtVerify(body.get('client_secret') ?? '', client.publicKey, {
      issuer: 'TEAM',
      audience: issuer,
      subject: 'yolo.web',
      algorithms: ['ES256'],
    })
    if (!payload.exp) throw new Error('A secret for ever.')
    return body
  }

  async function serve(path: string, request: AsyncIterable<Buffer>): Promise<object> {
    if (path === '/.well-known/openid-configuration')
      return {
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        revocation_endpoint: `${issuer}/revoke`,
        jwks_uri: `${issuer}/keys`,
        id_token_signing_alg_values_supported: ['RS256'],
        code_challenge_methods_supported: ['S256'],
      }
    if (path === '/keys')
      return { keys: [{ ...(await exportJWK(right.publicKey)), kid: 'right', alg: 'RS256' }] }
    const body = await form(request)
    if (path === '/revoke') {
      revoked.push(body.get('token')!)
      return {}
    }
    const granted = codes.get(body.get('code') ?? '')
    codes.delete(body.get('code') ?? '')
    if (!granted || !body.get('code_verifier')) throw new Error('No such code.')
    return {
      access_token: 'a',
      token_type: 'Bearer',
      expires_in: 60,
      refresh_token: `refresh-${String(granted.claims.sub)}`,
      id_token: await granted.forge(granted.claims),
    }
  }

  const sign = (key: CryptoKey, alg: string) => (claims: Claims) =>
    new SignJWT(claims).setProtectedHeader({ alg, kid: 'right' }).sign(key)
  const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

  return {
    issuer,
    revoked,
    settings: {
      issuer,
      clientId: 'yolo.web',
      teamId: 'TEAM',
      keyId: 'KEY',
      key: await exportPKCS8(client.privateKey),
    },
    forge: {
      right: sign(right.privateKey, 'RS256'),
      unknownKey: (claims: Claims) =>
        new SignJWT(claims)
          .setProtectedHeader({ alg: 'RS256', kid: 'unknown' })
          .sign(right.privateKey),
      wrongKey: sign(wrong.privateKey, 'RS256'),
      wrongAlg: sign(ec.privateKey, 'ES256'),
      secretAsKey: (claims: Claims) =>
        new SignJWT(claims)
          .setProtectedHeader({ alg: 'HS256', kid: 'right' })
          .sign(Buffer.from('yolo.web'.repeat(8))),
      none: async (claims: Claims) => `${base64({ alg: 'none' })}.${base64(claims)}.`,
    },
    grant(claims: Claims, forge: Forge): string {
      const code = `code-${Math.random()}`
      codes.set(code, { claims, forge })
      return code
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}
