import type { Transaction } from 'kysely'
import { bumpCredentialVersion, updateMember } from '#domain/locks/lock-member.ts'
import { openedByAppleSql } from '#domain/opened-by-apple.ts'
import { mightBeAnothers } from '#domain/proven-address.ts'
import { transact } from '#platform/server/database/database.ts'
import { implementCall, type Viewer } from '#platform/server/http/handler.ts'
import { hashPassword, verifyPassword } from '#platform/server/auth/passwords.ts'
import { endSessions } from '#platform/server/auth/sessions.ts'
import type { DB } from '#platform/server/database/schema.ts'
import type { Services } from '#platform/server/services.ts'
import { tokenHash } from '#platform/server/auth/tokens.ts'
import { deleteMailTokens, consumeMailToken } from '#features/mail/tokens.server.ts'
import { sendMail } from '#features/mail/send.server.ts'
import { invalidToken } from '../contract.ts'
import {
  changePassword,
  checkResetToken,
  forgotPassword,
  resetPassword,
  resetPasswordByPath,
  unlinkApple,
  wrongPassword,
} from './contract.ts'
import { identityChecks, lockViewer, refuseWhileImpersonating } from './prove.server.ts'
import { agreedMails } from './agreed-mails.server.ts'
import { giveToMailboxOwner, isOwnSession, unlinkForGood } from './take-over.server.ts'
import { emailKey } from '../shapes.ts'
import { freeMailbox, verifyingIfMailboxIsFree } from '../sign-up/owner.server.ts'

export const credentialHandlers = (services: Services) => {
  const { database } = services
  const { toUnlink } = identityChecks(services)

  return [
    implementCall(forgotPassword, async ({ input, request: { ip } }) => {
      const key = emailKey(input.email)
      await services.limits.spendNamed({
        'forgot-email-network': { email: key, ip },
        'forgot-email': { email: key },
      })
      await sendMail(services, { kind: 'reset', emailKey: key, ip })
      return { message: 'If this e-mail has an account, a link to a new password is on its way.' }
    }),

    implementCall(resetPassword, async ({ input: { token, password }, viewer }) => {
      return { apple: await reset(services, { token, password, viewer }) }
    }),

    implementCall(checkResetToken, async ({ input: { token }, viewer }) => {
      const there = await resettable(services, token)
      if (!there) throw invalidToken()
      const isOwn = await isOwnSession(database, viewer, there.user_id)
      return {
        email: there.email,
        ending: isOwn || !mightBeAnothers(there) ? [] : await agreedMails(database, there.user_id),
      }
    }),

    implementCall(resetPasswordByPath, async ({ input: { newPassword }, request }) => {
      const token = request.authorization?.trim().replace(/^Bearer\s+/i, '')
      if (!token) throw invalidToken()
      await reset(services, { token, password: newPassword, viewer: null })
      return {}
    }),

    implementCall(changePassword, async ({ input: { current, password }, viewer, request }) => {
      refuseWhileImpersonating(viewer)
      await services.limits.spendNamed({ 'own-password': { member: viewer.id } })
      const user = await database
        .selectFrom('users')
        .select(['password_hash', 'credential_version'])
        .where('id', '=', viewer.id)
        .executeTakeFirst()
      if (!(await verifyPassword(user?.password_hash ?? null, current)))
        throw wrongPassword({ fields: { current: wrongPassword.message } })
      const passwordHash = await hashPassword(password)
      await transact(database, async (tx) => {
        const member = await lockViewer(tx, viewer)
        // The credentials have changed since the password was verified.
        if (member.credential_version !== user?.credential_version)
          throw wrongPassword({ fields: { current: wrongPassword.message } })
        // A new address that waits might be of who knew the old password.
        await updateMember(tx, viewer.id, { password_hash: passwordHash, pending_email: null })
        await deleteMailTokens(tx, viewer.id)
        await endSessions(tx, viewer.id, viewer.session)
        await sendMail(
          services,
          { kind: 'password-changed', userId: viewer.id, ip: request.ip },
          tx,
        )
      })
      return {}
    }),

    implementCall(unlinkApple, async ({ input: { password }, viewer, request }) => {
      const proven = await toUnlink(viewer, password, request)
      await transact(database, async (tx) => {
        const member = await lockViewer(tx, viewer)
        // The credentials have changed since the password was verified.
        if (member.credential_version !== proven)
          throw wrongPassword({ fields: { password: wrongPassword.message } })
        const unlinked = await unlinkForGood(tx, services, viewer.id)
        await bumpCredentialVersion(tx, viewer.id)
        await endSessions(tx, viewer.id, viewer.session)
        const mail = { kind: 'apple-unlinked', userId: viewer.id, ip: request.ip } as const
        if (unlinked > 0) await sendMail(services, mail, tx)
      })
      return {}
    }),
  ]
}

/** Finds a token that can still set a password, without using it up. */
const resettable = ({ database, clock }: Services, token: string) =>
  database
    .selectFrom('mail_tokens')
    .innerJoin('users', 'users.id', 'mail_tokens.user_id')
    .select([
      'mail_tokens.user_id',
      'mail_tokens.email',
      'users.email_verified_at',
      'users.email_proven_elsewhere',
    ])
    .where('mail_tokens.token_hash', '=', tokenHash(token))
    .where('mail_tokens.purpose', '=', 'reset')
    .where('mail_tokens.expires_at', '>', clock.now())
    // The link is void if the credentials have changed since it was sent.
    .whereRef('mail_tokens.credential_version', '=', 'users.credential_version')
    .whereRef('mail_tokens.email', '=', 'users.email')
    .executeTakeFirst()

type Resetting = { token: string; password: string; viewer: Viewer | null }

/**
 * Sets a new password by a mailed token. That token proves that the address is the reader's, not that the account is:
 * someone else might have made it with their address. Returns whether a log-in with Apple still opens it.
 */
async function reset(services: Services, { token, password, viewer }: Resetting): Promise<boolean> {
  const { database, clock } = services
  // Only looks for the token before the expensive hash; it is consumed afterwards.
  if (!(await resettable(services, token))) throw invalidToken()
  const passwordHash = await hashPassword(password)
  const set = async (tx: Transaction<DB>, verifies: boolean) => {
    const taken = await consumeMailToken(tx, clock, 'reset', token)
    if (!taken) throw invalidToken()
    const { userId } = taken
    const isOwn = await isOwnSession(tx, viewer, userId)
    await giveToMailboxOwner(tx, services, userId, { isOwn, verifies })
    // Elsewhere it takes nobody's place: a stranger might have made this account, and asked for the link.
    if (verifies && isOwn) await freeMailbox(tx, services, taken.email, { except: userId })
    const user = await tx
      .updateTable('users')
      .set((is) => ({
        password_hash: passwordHash,
        // Opening the mailed link proves that the address is theirs.
        ...(verifies && {
          email_verified_at: is.fn.coalesce('email_verified_at', is.val(clock.now())),
        }),
      }))
      .where('id', '=', userId)
      .where('email', '=', taken.email)
      .returning(openedByAppleSql.as('apple'))
      .executeTakeFirst()
    if (!user) throw invalidToken()
    await sendMail(services, { kind: 'password-changed', userId }, tx)
    return { address: taken.email, apple: user.apple }
  }
  const { address, apple } = await verifyingIfMailboxIsFree((verifies) =>
    transact(database, (tx) => set(tx, verifies)),
  )
  // Resets the limit, so that a stranger's wrong passwords don't lock out the owner of the mailbox.
  await services.limits.reset('login-account', { email: emailKey(address) })
  return apple
}
