import { createPrivateKey } from 'node:crypto'

/** Returns whether a text is a private key as Apple gives it: P-256 in PEM. */
export function isAppleKey(value: string) {
  try {
    return createPrivateKey(value).asymmetricKeyDetails?.namedCurve === 'prime256v1'
  } catch {
    return false
  }
}
