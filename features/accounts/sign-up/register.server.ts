import { sql, type Insertable, type Transaction } from 'kysely'
import { recordConsent } from '#domain/email-consent.ts'
import { networkHash } from '#domain/network.ts'
import { violatesConstraint, transact } from '#platform/server/database/database.ts'
import { implementCall } from '#platform/server/http/handler.ts'
import { hashPassword } from '#platform/server/auth/passwords.ts'
import { openSession } from '#platform/server/auth/sessions.ts'
import type { DB } from '#platform/server/database/schema.ts'
import type { Services } from '#platform/server/services.ts'
import { sendMail } from '#features/mail/send.server.ts'
import { emailTaken, nameTaken, register } from '../contract.ts'
import { ageGate } from './age.server.ts'
import { findEmailOwner } from './owner.server.ts'
import { nameConstraints, nameKeys } from '../names/user-name.ts'
import { sessionResponse } from '../sessions/sessions.server.ts'
import { emailKey } from '../shapes.ts'

type Newcomer = {
  userName: string
  email: string | null
  emailVerified: boolean
  emailConsent: boolean | undefined
  ageCheckedAt: Date | null
  /** Id of the member whose link led here. It is ignored if no such member exists. */
  referrer: number | null
  ip: string
}

/**
 * Adds a member, records their consent if they gave it, and sends a verification mail if their e-mail is unverified.
 */
export async function addMember(
  tx: Transaction<DB>,
  services: Services,
  { userName, email, emailVerified, emailConsent, ageCheckedAt, referrer, ip }: Newcomer,
  more: Partial<Insertable<DB['users']>>,
) {
  const now = services.clock.now()
  const user = await tx
    .insertInto('users')
    .values({
      ...more,
      user_name: userName,
      ...nameKeys(userName),
      email,
      email_key: email && emailKey(email),
      email_verified_at: email && emailVerified ? now : null,
      age_checked_at: ageCheckedAt,
      referrer_id: sql`(select id from users where id = ${referrer})`,
      email_consent_at: emailConsent ? now : null,
      network: await networkHash(services.settings.stateDir, ip),
      created_at: now,
    })
    .returning(['id', 'user_name', 'email', 'email_verified_at'])
    .executeTakeFirstOrThrow()
  if (emailConsent) await recordConsent(tx, user, true, now)
  if (email && !emailVerified) await sendMail(services, { kind: 'verify', userId: user.id, ip }, tx)
  return user
}

export const registerHandlers = (services: Services) => {
  const { database, clock } = services
  const checkAge = ageGate(services)

  return [
    implementCall(register, async ({ input, request }) => {
      const { ip, userAgent } = request
      const { userName, email, emailConsent } = input
      const ageCheckedAt = await checkAge({ email, ip }, input.birthDate)
      const passwordHash = await hashPassword(input.password)
      const referrer = input.referer ?? input.referrer
      const newcomer = {
        userName,
        email,
        emailVerified: false,
        emailConsent,
        ageCheckedAt,
        referrer,
        ip,
      }
      try {
        return await transact(database, async (tx) => {
          const user = await addMember(tx, services, newcomer, { password_hash: passwordHash })
          return sessionResponse(user, await openSession(tx, clock, user.id, { userAgent }))
        })
      } catch (error) {
        const nameIsTaken = nameConstraints.some((constraint) =>
          violatesConstraint(error, constraint),
        )
        if (!nameIsTaken && !violatesConstraint(error, 'users_email_key_key')) throw error
        const owner = await findEmailOwner(database, email)
        if (!owner) throw nameTaken({ fields: { userName: nameTaken.message } })
        await sendMail(services, { kind: 'register-attempt', userId: owner.id, ip })
        throw emailTaken({ fields: { email: emailTaken.message } })
      }
    }),
  ]
}
