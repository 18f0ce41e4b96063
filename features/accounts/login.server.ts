import { on } from '#platform/server/handler.ts'
import type { Limits } from '#platform/server/limits.ts'
import { verifyPassword } from '#platform/server/passwords.ts'
import { openSession } from '#platform/server/sessions.ts'
import type { Services } from '#platform/server/services.ts'
import { login, wrongLogin } from './contract.ts'
import { checkAge } from './age.server.ts'
import { logInWithApple } from './apple-login.server.ts'
import { answerOf } from './session-answer.server.ts'
import { emailKey, referrerOf } from './shapes.ts'

export const loginHandlers = (services: Services, limits: Limits) => [
  on(login, async ({ input, request: { userAgent } }) => {
    const { database, clock } = services
    const { authorization, email = '', password = '' } = input
    if (authorization)
      return logInWithApple(services, authorization.code, {
        ageCheckedAt: checkAge(input.birthDate, clock.now()),
        referrer: referrerOf(input.referrer, input.referer),
        userAgent,
      })
    const key = emailKey(email)
    // Spent for unknown addresses too: a refusal must not tell which are known (S7).
    await limits.spendNamed('login-account', key)
    const user = await database
      .selectFrom('users')
      .select(['id', 'user_name', 'email', 'email_verified_at', 'password_hash'])
      .where('email_key', '=', key)
      .executeTakeFirst()
    const right = await verifyPassword(user?.password_hash ?? null, password)
    if (!user || !right) throw wrongLogin()
    // Whoever comes back takes back that they wanted to go.
    await database
      .updateTable('users')
      .set({ disabled_at: null, delete_at: null })
      .where('id', '=', user.id)
      .where((is) => is.or([is('disabled_at', 'is not', null), is('delete_at', 'is not', null)]))
      .execute()
    return answerOf(user, await openSession(database, clock, user.id, { userAgent }))
  }),
]
