import { tokenHash } from '#platform/server/auth/tokens.ts'

/** Cookie that identifies the browser that began a log-in with Apple. */
export const cookieName = 'apple_state'

export const stateIn = (header = '') =>
  new RegExp(`(?:^|; )${cookieName}=([^;]*)`).exec(header)?.[1] ?? ''

/** Returns the hash that is stored with the one-time code, which only its browser can redeem. */
export const browserOf = (header: string | undefined) => tokenHash(stateIn(header)).toString('hex')
