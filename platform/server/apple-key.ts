import { createPrivateKey } from 'node:crypto'

/**
 * Returns a private key as Apple gives it (P-256 in PEM), or undefined if the text isn't one. Its line breaks may be
 * written as `\n` or left out, and so may the lines that begin and end it, because files of settings have a line each.
 */
export function readAppleKey(value: string): string | undefined {
  const base64 = value.replace(/-----(BEGIN|END) PRIVATE KEY-----|\\n|\s/g, '')
  if (!/^[a-z\d+/]+=*$/i.test(base64)) return undefined
  try {
    const pkcs8 = Buffer.from(base64, 'base64')
    const key = createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' })
    if (key.asymmetricKeyDetails?.namedCurve !== 'prime256v1') return undefined
    return key.export({ format: 'pem', type: 'pkcs8' }).toString().trim()
  } catch {
    return undefined
  }
}
