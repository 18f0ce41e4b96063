import { generateKeyPair, SignJWT } from 'jose'

export type Claims = Record<string, unknown>
export type Forge = (claims: Claims) => Promise<string>

/** Signs forged tokens: `own` signs any claims with the provider's key, the others use wrong keys or algorithms. */
export async function forger(own: CryptoKey) {
  const other = await generateKeyPair('RS256')
  const ec = await generateKeyPair('ES256')
  const sign =
    (key: CryptoKey | Uint8Array, alg: string, kid = 'own'): Forge =>
    (claims) =>
      new SignJWT(claims).setProtectedHeader({ alg, kid }).sign(key)
  const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  return {
    own: sign(own, 'RS256'),
    unknownKey: sign(own, 'RS256', 'unknown'),
    wrongKey: sign(other.privateKey, 'RS256'),
    wrongAlg: sign(ec.privateKey, 'ES256'),
    secretAsKey: sign(Buffer.from('yolo.web'.repeat(8)), 'HS256'),
    none: async (claims: Claims) => `${base64({ alg: 'none' })}.${base64(claims)}.`,
  }
}
