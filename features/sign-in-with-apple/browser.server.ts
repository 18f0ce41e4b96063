import { tokenHash } from '#platform/server/auth/tokens.ts'

/**
 * Cookie that identifies the browser that began a log-in with Apple. It is checked when the browser returns from Apple
 * and when it redeems the one-time code.
 */
export const appleCookieName = 'apple_state'

export const readAppleStateCookie = (header: string | undefined) =>
  (header ?? '')
    .split('; ')
    .find((cookie) => cookie.startsWith(`${appleCookieName}=`))
    ?.slice(appleCookieName.length + 1)

/** Hashes the cookie. The hash is stored with the one-time code, to identify the browser that the code was given to. */
export const hashOfState = (state: string) => tokenHash(state).toString('hex')
