import { createHash } from 'node:crypto'

/**
 * Returns a short hash of what somebody is shown, which they send back when they decide on it. If it is another one by
 * then, they haven't seen what they would decide on.
 */
export const versionOf = (shown: unknown[]): string =>
  createHash('sha256').update(JSON.stringify(shown)).digest('base64url').slice(0, 22)
