import { createHmac } from 'node:crypto'
import { sql, type Insertable, type Transaction } from 'kysely'
import { recordConsent } from '#domain/email-consent.ts'
import { secretKey } from '#platform/server/auth/secret-key.ts'
import { networkOf } from '#platform/server/http/limits.ts'
import { badInput } from '#platform/contract/failure.ts'
import { violatesConstraint, transact } from '#platform/server/database/database.ts'
import { implementCall } from '#platform/server/http/handler.ts'
import { hashPassword } from '#platform/server/auth/passwords.ts'
import { openSession } from '#platform/server/auth/sessions.ts'
import type { DB } from '#platform/server/database/schema.ts'
import type { Services } from '#platform/server/services.ts'
import { sendMail } from '#features/mail/send.server.ts'
import { emailTaken, nameTaken, register, tooYoung } from '../contract.ts'
import { findEmailOwner } from '../credentials/server.ts'
import { nameKeys, violatesName } from '../names/user-name.ts'
import { sessionResponse } from '../sessions/sessions.server.ts'

const minAge = 13

/**
 * Throws if a newcomer is younger than 13. Returns the time of the check, or null without a birth date. Only this time
 * is stored (rules: unverified members).
 */
function checkAge(birthDate: string | undefined, now: Date): Date | null {
  if (!birthDate) return null
  const [year = 0, month = 0] = birthDate.split('-').map(Number)
  const months = (now.getUTCFullYear() - year) * 12 + (now.getUTCMonth() + 1 - month)
  if (months < 0) throw badInput({ message: 'Please give the month and year of your birth.' })
  // In the month of birth the birthday might still be to come.
  if (months <= minAge * 12) throw tooYoung()
  return now
}

/** Returns the /24 (IPv4) or /48 (IPv6) that contains an address. */
function networkPrefix(ip: string): string {
  const network = networkOf(ip)
  return network.includes(':')
    ? `${network.split(':').slice(0, 3).join(':')}::/48`
    : `${network.split('.').slice(0, 3).join('.')}.0/24`
}

/**
 * Returns a hash by which accounts of one network are recognized. Its key isn't in the database, so a dump reveals no
 * address.
 */
async function networkHash(stateDir: string, ip: string): Promise<Buffer> {
  const key = await secretKey(stateDir, 'networks')
  return createHmac('sha256', key).update(networkPrefix(ip)).digest().subarray(0, 16)
}

type Newcomer = {
  userName: string
  email: string | null
  emailVerified: boolean
  emailConsent: boolean | undefined
  birthDate: string | undefined
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
  { userName, email, emailVerified, emailConsent, birthDate, referrer, ip }: Newcomer,
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
      email_verified_at: email && emailVerified ? now : null,
      age_checked_at: checkAge(birthDate, now),
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

  return [
    implementCall(register, async ({ input, request }) => {
      const { ip, userAgent } = request
      const { userName, email, emailConsent, birthDate, password } = input
      checkAge(birthDate, clock.now())
      const passwordHash = await hashPassword(password)
      const referrer = input.referer ?? input.referrer ?? null
      const newcomer = { userName, email, emailConsent, birthDate, referrer, ip }
      try {
        return await transact(database, async (tx) => {
          const user = await addMember(
            tx,
            services,
            { ...newcomer, emailVerified: false },
            { password_hash: passwordHash },
          )
          return sessionResponse(user, await openSession(tx, clock, user.id, { userAgent }))
        })
      } catch (error) {
        if (!violatesName(error) && !violatesConstraint(error, 'users_email_key_key')) throw error
        const owner = await findEmailOwner(database, email)
        if (!owner) throw nameTaken({ fields: { userName: nameTaken.message } })
        await sendMail(services, { kind: 'register-attempt', userId: owner.id, ip })
        throw emailTaken({ fields: { email: emailTaken.message } })
      }
    }),
  ]
}
