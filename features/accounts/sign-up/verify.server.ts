import { sql } from 'kysely'
import { updateCredentials, updateMember } from '#domain/locks/lock-member.ts'
import { violatesConstraint, transact } from '#platform/server/database/database.ts'
import { rowById } from '#platform/server/database/row-by-id.ts'
import { implementCall } from '#platform/server/http/handler.ts'
import type { Services } from '#platform/server/services.ts'
import { sendMail } from '#features/mail/send.server.ts'
import {
  addressInUse,
  invalidToken,
  noEmail,
  resendVerification,
  verifyEmail,
} from '../contract.ts'
import { useMailLink } from '../credentials/links.server.ts'

export const verifyHandlers = (services: Services) => {
  const { database, clock } = services

  /** Confirms the address of an account, or a new one that was asked for. The old one can take that back. */
  const verify = (token: string) =>
    transact(database, async (tx) => {
      const link = await useMailLink(tx, clock, ['verify', 'change-email'], token)
      const { userId, email } = link
      const columns = ['email', 'email_verified_at', 'pending_email'] as const
      const before = (await rowById(tx, 'users', userId, [...columns]))!
      const isChange = link.purpose === 'change-email'
      // Another address was asked for since.
      if (email !== (isChange ? before.pending_email : before.email)) throw invalidToken()
      const verified = { email_verified_at: sql<Date>`coalesce(email_verified_at, ${clock.now()})` }
      await (isChange
        ? updateCredentials(tx, userId, { ...verified, email, pending_email: null })
        : updateMember(tx, userId, verified))
      // An address that was never verified might be a stranger's, who must not get the account.
      if (isChange && before.email && before.email_verified_at)
        await sendMail(services, { kind: 'email-changed', userId, to: before.email }, tx)
      return { id: userId, email, changed: isChange }
    })

  return [
    implementCall(verifyEmail, async ({ input: { token } }) => {
      const { id, email, changed } = await verify(token).catch((error: unknown) => {
        throw violatesConstraint(error, 'users_email_key_key') ? addressInUse() : error
      })
      return { id, verified: true as const, email, changed }
    }),

    implementCall(resendVerification, async ({ viewer: { id, verified }, request: { ip } }) => {
      if (verified) return { verified }
      const member = await rowById(database, 'users', id, ['email'])
      if (!member?.email) throw noEmail()
      await sendMail(services, { kind: 'verify', userId: id, ip })
      return { verified }
    }),
  ]
}
