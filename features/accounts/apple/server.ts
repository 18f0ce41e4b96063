import { z } from 'zod'
import { transact } from '#platform/server/database.ts'
import { on, Raw } from '#platform/server/http/handler.ts'
import type { Services } from '#platform/server/services.ts'
import { newToken, tokenHash } from '#platform/server/auth/tokens.ts'
import { appleCallback, appleLoginError, appleNotices, noApple, startApple } from './contract.ts'
import { isNewcomer } from './login.server.ts'
import { countCredentials, lockMember } from '../credentials/lock-member.server.ts'
import type { AppleProvider, LoginState, VerifiedIdentity } from './provider.server.ts'

/** What waits for the page after Apple has answered. */
export type Arrived = VerifiedIdentity & { firstName: string; lastName: string }

const minutes = 10 * 60_000
const cookieName = 'apple_state'
const cookiePath = '/api/login/apple/callback'

const named = z.object({
  name: z.object({ firstName: z.string().max(200), lastName: z.string().max(200) }).partial(),
})

/** `user` comes with the first log-in alone, unsigned: good for a name, never for an address. */
function nameIn(user: string | undefined) {
  try {
    const { name } = named.parse(JSON.parse(user ?? ''))
    return { firstName: name.firstName ?? '', lastName: name.lastName ?? '' }
  } catch {
    return { firstName: '', lastName: '' }
  }
}

const cookieIn = (header: string | undefined) =>
  (header ?? '')
    .split('; ')
    .find((one) => one.startsWith(`${cookieName}=`))
    ?.slice(cookieName.length + 1)

const notice = z.object({
  type: z.string(),
  sub: z.string().min(1),
  event_time: z.number(),
})

export const appleHandlers = (services: Services, apple: AppleProvider | null) => {
  const { database, clock, settings, log } = services
  const secure = settings.origin.startsWith('https:')
  // Apple's post is cross-site: only None comes along, and None asks for Secure.
  const cookie = (value: string, age: number) =>
    `${cookieName}=${value}; Path=${cookiePath}; Max-Age=${age}; HttpOnly; ${
      secure ? 'SameSite=None; Secure' : 'SameSite=Lax'
    }`

  const redirect = (to: string, setCookie: string) =>
    new Raw('', { Location: to, 'Set-Cookie': setCookie, 'Cache-Control': 'no-store' }, 303)

  /** The outcome is in the fragment, so that it reaches no log and no referrer. */
  const backToPage = (outcome: string, next: string | undefined) =>
    redirect(`/login${next ? `?next=${encodeURIComponent(next)}` : ''}#${outcome}`, cookie('', 0))

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

  /** Single use: only the request that deletes the row gets it. */
  async function takeState(state: string) {
    const row = await database
      .deleteFrom('apple_logins')
      .where('key_hash', '=', tokenHash(state))
      .where('step', '=', 'state')
      .returning(['data', 'expires_at'])
      .executeTakeFirst()
    if (!row || row.expires_at <= clock.now()) return null
    return row.data as LoginState & { next?: string }
  }

  return [
    on(startApple, async ({ input: { next } }) => {
      if (!apple) throw noApple()
      const started = await apple.begin().catch((error: unknown) => {
        log.warn({ err: error }, 'Apple could not be asked')
        return null
      })
      // A person is here, not a program: they get a page, not JSON.
      if (!started) return backToPage('apple-away', next)
      const { url, ...loginState } = started
      await keep('state', loginState.state, { ...loginState, next })
      return redirect(url, cookie(loginState.state, minutes / 1000))
    }),

    on(appleCallback, async ({ input, request }) => {
      if (!apple) throw noApple()
      const { state, code, iss } = input
      const loginState = cookieIn(request.cookie) === state ? await takeState(state) : null
      const back = (outcome: string) => backToPage(outcome, loginState?.next)
      if (!loginState || !code) return back('apple-error')
      try {
        const identity = await apple.finish(loginState, { code, iss })
        const key = newToken()
        const arrived: Arrived = { ...identity, ...nameIn(input.user) }
        await keep('code', key, arrived)
        const isNew = await isNewcomer(database, arrived)
        return back(`apple=${key}${isNew ? '&new=1' : ''}`)
      } catch (error) {
        log.warn({ err: (error as Error).message }, 'a log-in with Apple was refused')
        return back('apple-error')
      }
    }),

    on(appleNotices, async ({ input: { payload } }) => {
      if (!apple) throw noApple()
      const events = await apple.readNotice(payload).catch(() => {
        throw appleLoginError()
      })
      const parsed = notice.safeParse(typeof events === 'string' ? asJson(events) : events)
      if (!parsed.success) throw appleLoginError()
      const { type, sub, event_time } = parsed.data
      if (type !== 'consent-revoked' && type !== 'account-delete') return {}
      const at = new Date(event_time < 1e11 ? event_time * 1000 : event_time)
      await transact(database, async (tx) => {
        const identity = tx
          .selectFrom('identities')
          .select('user_id')
          .where('issuer', '=', settings.apple!.issuer)
          .where('subject', '=', sub)
        const owner = await identity.executeTakeFirst()
        if (!owner) return
        // Log-ins under way wait or are seen; a link that a thief's session asked for is void.
        await lockMember(tx, owner.user_id)
        await countCredentials(tx, owner.user_id)
        // Sessions opened since then rest on a new consent: a replayed old notice doesn't end them.
        await tx
          .deleteFrom('sessions')
          .where('user_id', '=', owner.user_id)
          .where('created_at', '<=', at)
          .execute()
        if (type === 'account-delete')
          await tx
            .deleteFrom('identities')
            .where('issuer', '=', settings.apple!.issuer)
            .where('subject', '=', sub)
            .execute()
        else
          await tx
            .updateTable('identities')
            .set({ refresh_token: null })
            .where('issuer', '=', settings.apple!.issuer)
            .where('subject', '=', sub)
            .execute()
      })
      return {}
    }),
  ]
}

function asJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
