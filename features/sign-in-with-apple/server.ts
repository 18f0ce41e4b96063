import { z } from 'zod'
import { oneLineText } from '#platform/contract/shapes.ts'
import { implementCall, RawResponse } from '#platform/server/http/handler.ts'
import type { JobQueue } from '#platform/server/jobs/jobs.ts'
import type { Services } from '#platform/server/services.ts'
import { isReserved, nameProblem, normalizeName } from '#features/accounts/names/user-name.ts'
import { newToken, tokenHash } from '#platform/server/auth/tokens.ts'
import { appleCallback, appleNotConfigured, startApple } from './contract.ts'
import { browserOf, cookieName, neededFor, stateIn, type PendingLogin } from './login.server.ts'
import { appleProvider, type LoginState } from './provider.server.ts'

export * as calls from './contract.ts'

const minutes = 10 * 60_000
const callbackPath = '/api/login/apple/callback'

// The same shape as of `PUT /user/name`. A name that doesn't fit it is left out.
const namePart = oneLineText(100, 0).catch('')
const named = z.object({ name: z.object({ firstName: namePart, lastName: namePart }) })

/**
 * Reads the name in `user`, which Apple sends only at the first log-in. `user` is unsigned, so the e-mail address in it
 * is ignored.
 */
function nameIn(user: string | undefined) {
  try {
    return named.parse(JSON.parse(user ?? '')).name
  } catch {
    return { firstName: '', lastName: '' }
  }
}

/** Returns the name that Apple reports if it can be a display name, or an empty text. */
function suggestedName({ firstName, lastName }: PendingLogin): string {
  const name = normalizeName(`${firstName} ${lastName}`)
  return nameProblem(name) || isReserved(name) ? '' : name
}

const providerOf = ({ settings: { apple, origin } }: Services) =>
  apple ? appleProvider(apple, `${origin}${callbackPath}`) : null

export const handlers = (services: Services) => {
  const { database, clock, settings, log } = services
  const apple = providerOf(services)
  const secure = settings.origin.startsWith('https:')
  // Apple posts from its own site, which only SameSite=None allows, and that requires Secure. The path includes the
  // log-in itself, which reads the cookie too.
  const cookie = (value: string, age: number) =>
    `${cookieName}=${value}; Path=/api/login; Max-Age=${age}; HttpOnly; ${
      secure ? 'SameSite=None; Secure' : 'SameSite=Lax'
    }`

  const redirect = (to: string, setCookie: string) =>
    new RawResponse('', { Location: to, 'Set-Cookie': setCookie, 'Cache-Control': 'no-store' }, 303)

  /** Redirects to the log-in page. The outcome is a fragment, so that it appears in no log or Referer header. */
  const backToPage = (outcome: string, next: string | undefined, setCookie = cookie('', 0)) =>
    redirect(`/login${next ? `?next=${encodeURIComponent(next)}` : ''}${outcome}`, setCookie)

  const keep = (step: 'state' | 'code', key: string, data: object) =>
    database
      .insertInto('apple_logins')
      .values({
        key_hash: tokenHash(key),
        step,
        data: JSON.stringify(data),
        expires_at: new Date(clock.now().getTime() + minutes),
      })
      .execute()

  /**
   * Returns a state's data and deletes it. It succeeds only once per state, because only one request gets the deleted
   * row.
   */
  async function takeState(state: string) {
    const row = await database
      .deleteFrom('apple_logins')
      .where('key_hash', '=', tokenHash(state))
      .where('step', '=', 'state')
      .where('expires_at', '>', clock.now())
      .returning('data')
      .executeTakeFirst()
    return row && (row.data as LoginState & { next?: string })
  }

  return [
    implementCall(startApple, async ({ input: { next } }) => {
      if (!apple) throw appleNotConfigured()
      const started = await apple.begin().catch((error: unknown) => {
        log.warn({ err: error }, 'Apple could not be asked')
        return null
      })
      // A person opened this address, so they get a page, not JSON.
      if (!started) return backToPage('#apple-away', next)
      const { url, ...loginState } = started
      await keep('state', loginState.state, { ...loginState, next })
      return redirect(url, cookie(loginState.state, minutes / 1000))
    }),

    implementCall(appleCallback, async ({ input, request }) => {
      if (!apple) throw appleNotConfigured()
      const { state, code, iss } = input
      const loginState = stateIn(request.cookie) === state ? await takeState(state) : undefined
      const back = (outcome: string) => backToPage(outcome, loginState?.next)
      const isCanceled = /^(user_cancelled_authorize|access_denied)$/.test(input.error ?? '')
      if (!loginState || !code) return back(loginState && isCanceled ? '' : '#apple-error')
      try {
        const identity = await apple.finish(loginState, { code, iss })
        const key = newToken()
        const browser = browserOf(request.cookie)
        const arrived: PendingLogin = { ...identity, ...nameIn(input.user), browser }
        await keep('code', key, arrived)
        const needs = await neededFor(database, arrived)
        const name = needs === 'name' && suggestedName(arrived)
        const outcome = new URLSearchParams({
          apple: key,
          ...(needs && { needs }),
          ...(name && { name }),
        })
        // The browser must send the cookie again with the code, so that a link with a code logs nobody else in.
        return backToPage(`#${outcome}`, loginState.next, cookie(state, minutes / 1000))
      } catch (error) {
        log.warn({ err: (error as Error).message }, 'a log-in with Apple was refused')
        return back('#apple-error')
      }
    }),
  ]
}

/** Revokes the token of an unlinked or deleted account at Apple. Retries while Apple is unavailable. */
export const queues = (services: Services): JobQueue<{ refreshToken: string }>[] => {
  const apple = providerOf(services)
  return [
    {
      name: 'apple-revoke',
      retryLimit: 12,
      retryDelay: 10,
      run: async ({ refreshToken }) => apple?.revoke(refreshToken),
    },
  ]
}
