import { createHash, randomBytes } from 'node:crypto'

/** Returns 256 random bits, URL-safe. Only the `tokenHash` of a token may be stored. */
export const newToken = (): string => randomBytes(32).toString('base64url')

export const tokenHash = (token: string): Buffer => createHash('sha256').update(token).digest()
