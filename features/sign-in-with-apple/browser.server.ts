import { tokenHash } from '#platform/server/auth/tokens.ts'

/** Which browser began a log-in with Apple: set by its beginning, shown at the return and by the log-in itself. */
export const cookieName = 'apple_state'

export const appleStateIn = (header: string | undefined) =>
  (header ?? '')
    .split('; ')
    .find((cookie) => cookie.startsWith(`${cookieName}=`))
    ?.slice(cookieName.length + 1)

/** How a one-time code remembers the browser that it was given to. */
export const browserOf = (state: string) => tokenHash(state).toString('hex')
