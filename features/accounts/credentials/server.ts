import { sql, type Transaction } from 'kysely'
import { emailKey } from '#domain/email.ts'
import { updateCredentials, updateMember } from '#domain/locks/lock-member.ts'
import { transact, violatesConstraint } from '#platform/server/database/database.ts'
import { implementCall } from '#platform/server/http/handler.ts'
import { hashPassword } from '#platform/server/auth/passwords.ts'
import { endSessions } from '#platform/server/auth/sessions.ts'
import type { DB } from '#platform/server/database/schema.ts'
import type { Services } from '#platform/server/services.ts'
import { sendMail } from '#features/mail/send.server.ts'
import {
  addressInUse,
  changeEmail,
  changePassword,
  forgotPassword,
  invalidToken,
  resetPassword,
  resetPasswordByPath,
} from '../contract.ts'
import { findMailLink, useMailLink } from './links.server.ts'
import { proveIdentity } from './prove.server.ts'

export const credentialHandlers = (services: Services) => {
  const { database } = services
  return [
    implementCall(forgotPassword, async ({ input, request: { ip } }) => {
      const key = emailKey(input.email)
      await services.limits.spendNamed({ 'forgot-email': { email: key } })
      await sendMail(services, { kind: 'reset', emailKey: key, ip })
      return { message: 'If this e-mail has an account, a link to a new password is on its way.' }
    }),

    implementCall(resetPassword, async ({ input: { token, password } }) => ({
      email: await reset(services, { token, password }),
    })),

    implementCall(resetPasswordByPath, async ({ input: { newPassword }, request }) => {
      const token = request.authorization?.trim().replace(/^Bearer\s+/i, '')
      if (!token) throw invalidToken()
      await reset(services, { token, password: newPassword })
      return {}
    }),

    implementCall(changePassword, async ({ input: { current, password }, viewer }) => {
      const lock = await proveIdentity(services, viewer, current, 'current')
      const passwordHash = await hashPassword(password)
      await transact(database, async (tx) => {
        await lock(tx)
        // A new address that waits might be of who knew the old password.
        await updateCredentials(tx, viewer.id, { password_hash: passwordHash, pending_email: null })
        await endSessions(tx, viewer.id, viewer.session)
        await sendMail(services, { kind: 'password-changed', userId: viewer.id }, tx)
      })
      return {}
    }),

    implementCall(changeEmail, async ({ input: { email, password }, viewer, request }) => {
      const lock = await proveIdentity(services, viewer, password)
      await transact(database, async (tx) => {
        await lock(tx)
        // Only the last request counts, so that an earlier link, such as one to a mistyped address, is void.
        await updateMember(tx, viewer.id, { pending_email: email })
        await endSessions(tx, viewer.id, viewer.session)
        const owner = await findEmailOwner(tx, email)
        // Only the owner of an address that is in use learns of it (docs/safety.md, S7).
        const mail =
          owner && owner.id !== viewer.id
            ? ({ kind: 'register-attempt', userId: owner.id } as const)
            : ({ kind: 'change-email', userId: viewer.id, to: email } as const)
        await sendMail(services, { ...mail, ip: request.ip }, tx)
      })
      return { result: { email, pending: true as const } }
    }),
  ]
}

/** Finds the member whose mailbox this address is, verified or not. */
export const findEmailOwner = (database: Pick<Transaction<DB>, 'selectFrom'>, email: string) =>
  database
    .selectFrom('users')
    .select(['id', 'email', 'password_hash', 'credential_version'])
    .where('email_key', '=', emailKey(email))
    .executeTakeFirst()

/** Unlinks a member's log-ins with Apple and has their tokens revoked. */
export async function unlinkIdentities(
  tx: Transaction<DB>,
  { jobs }: Pick<Services, 'jobs'>,
  userId: number,
): Promise<void> {
  const unlinked = await tx
    .deleteFrom('identities')
    .where('user_id', '=', userId)
    .returning('refresh_token')
    .execute()
  for (const { refresh_token: refreshToken } of unlinked)
    if (refreshToken) await jobs.send('apple-revoke', { refreshToken }, tx)
}

type Resetting = { token: string; password: string }
const purposes = ['reset', 'restore'] as const

/**
 * Gives the whole account to who reads the mailbox: sets a new password, verifies the address that the link was mailed
 * to, ends all sessions, unlinks Apple, and drops a requested change of address. The new password voids all older links.
 * A link of purpose 'restore' goes to the address of before and makes it the account's again. Returns the address.
 */
async function reset(services: Services, { token, password }: Resetting): Promise<string> {
  const { database, clock, limits } = services
  // The expensive hash is only computed for a good token, which is used up afterwards.
  await findMailLink(database, clock, purposes, token)
  const passwordHash = await hashPassword(password)
  const email = await transact(database, async (tx) => {
    const link = await useMailLink(tx, clock, purposes, token)
    // An attacker with the account may read the mails to later addresses.
    if (link.purpose === 'restore')
      await tx.deleteFrom('mail_tokens').where('user_id', '=', link.userId).execute()
    await updateCredentials(tx, link.userId, {
      email: link.email,
      email_verified_at: sql`coalesce(email_verified_at, ${clock.now()})`,
      password_hash: passwordHash,
      pending_email: null,
    })
    await unlinkIdentities(tx, services, link.userId)
    await endSessions(tx, link.userId)
    await sendMail(services, { kind: 'password-changed', userId: link.userId }, tx)
    return link.email
  }).catch((error: unknown) => {
    throw violatesConstraint(error, 'users_email_key_key') ? addressInUse() : error
  })
  // A stranger's wrong passwords don't lock the owner of the mailbox out.
  await limits.reset('login-account', { email: emailKey(email) })
  return email
}
