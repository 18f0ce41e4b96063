import { emailKey } from '#domain/email.ts'
import { lockMember } from '#domain/locks/lock-member.ts'
import { transact } from '#platform/server/database/database.ts'
import { implementCall } from '#platform/server/http/handler.ts'
import { verifyPassword } from '#platform/server/auth/passwords.ts'
import { openSession } from '#platform/server/auth/sessions.ts'
import type { Services } from '#platform/server/services.ts'
import { comeBack } from '#features/accounts/profile/leave.server.ts'
import { sessionResponse } from '#features/accounts/sessions/sessions.server.ts'
import { wrongLogin } from '#features/sign-in-with-apple/contract.ts'
import { logInWithApple } from '#features/sign-in-with-apple/login.server.ts'
import { login } from './contract.ts'

export * as calls from './contract.ts'

export const handlers = (services: Services) => [
  implementCall(login, async ({ input, request }) => {
    const { database, clock, limits } = services
    const { authorization, email = '', password = '' } = input
    if (authorization) return logInWithApple(services, authorization.code, input, request)
    const key = emailKey(email)
    // Unknown addresses have a budget too, so that a refusal doesn't reveal which ones are known (docs/safety.md, S7).
    await limits.spendNamed({ 'login-account': { email: key } })
    const user = await database
      .selectFrom('users')
      .select([
        'id',
        'user_name',
        'email',
        'email_verified_at',
        'password_hash',
        'credential_version',
      ])
      .where('email_key', '=', key)
      .executeTakeFirst()
    const right = await verifyPassword(user?.password_hash ?? null, password)
    if (!user || !right) throw wrongLogin()
    await limits.reset('login-account', { email: key })
    return transact(database, async (tx) => {
      const member = await lockMember(tx, user.id)
      // The password or the e-mail was changed while the password was being verified (docs/safety.md, S8).
      if (member?.credential_version !== user.credential_version) throw wrongLogin()
      await comeBack(tx, services, user.id)
      const { userAgent } = request
      return sessionResponse(user, await openSession(tx, clock, user.id, { userAgent }))
    })
  }),
]
