import { consented } from '#domain/consent.ts'
import { networkNotes } from '#domain/network-evidence.ts'
import { breaks, transact } from '#platform/server/database.ts'
import { on } from '#platform/server/http/handler.ts'
import { hashPassword } from '#platform/server/auth/passwords.ts'
import { openSession } from '#platform/server/auth/sessions.ts'
import type { Services } from '#platform/server/services.ts'
import { sendMail } from '#features/mail/send.server.ts'
import { emailTaken, nameTaken, register } from '../contract.ts'
import { ageGate } from './age.server.ts'
import { mayMail } from './may-mail.server.ts'
import { nameConstraints, nameKeys } from '../names/name-look.ts'
import { answerOf } from '../sessions/session-answer.server.ts'
import { emailKey, referrerOf } from '../shapes.ts'

export const registerHandlers = (services: Services) => {
  const { database, clock } = services
  const checkAge = ageGate(services)
  const noteNetworks = networkNotes(services)

  return [
    on(register, async ({ input, request: { ip, userAgent } }) => {
      const key = emailKey(input.email)
      const ageCheckedAt = await checkAge([key], input.birthDate)
      const passwordHash = await hashPassword(input.password)
      const referrer = referrerOf(input.referer, input.referrer)
      try {
        return await transact(database, async (tx) => {
          const known = referrer
            ? await tx
                .selectFrom('users')
                .select('id')
                .where('id', '=', referrer)
                .executeTakeFirst()
            : undefined
          const user = await tx
            .insertInto('users')
            .values({
              user_name: input.userName,
              ...nameKeys(input.userName),
              email: input.email,
              email_key: key,
              password_hash: passwordHash,
              age_checked_at: ageCheckedAt,
              referrer_id: known?.id ?? null,
              email_consent_at: input.emailConsent ? clock.now() : null,
              created_at: clock.now(),
            })
            .returning(['id', 'user_name', 'email', 'email_verified_at'])
            .executeTakeFirstOrThrow()
          await noteNetworks(tx, [{ userId: user.id, ip, signUp: true }])
          if (input.emailConsent) await consented(tx, user, true, clock.now())
          await sendMail(services, { kind: 'verify', userId: user.id }, tx)
          return answerOf(user, await openSession(tx, clock, user.id, { userAgent }))
        })
      } catch (error) {
        const nameIsTaken = nameConstraints.some((one) => breaks(error, one))
        if (!nameIsTaken && !breaks(error, 'users_email_key_key')) throw error
        const owner = await database
          .selectFrom('users')
          .select('id')
          .where('email_key', '=', key)
          .executeTakeFirst()
        if (!owner) throw nameTaken({ fields: { userName: nameTaken.message } })
        if (await mayMail(services, { member: owner.id }))
          await sendMail(services, { kind: 'register-attempt', userId: owner.id })
        throw emailTaken({ fields: { email: emailTaken.message } })
      }
    }),
  ]
}
