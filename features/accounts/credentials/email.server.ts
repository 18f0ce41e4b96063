import type { Transaction } from 'kysely'
import { setVotesRight } from '#domain/votes-that-count.ts'
import { countCredentials, lockMember } from '#domain/lock-member.ts'
import { breaks, transact } from '#platform/server/database.ts'
import { on } from '#platform/server/http/handler.ts'
import { endSessions } from '#platform/server/auth/sessions.ts'
import { tokenHash } from '#platform/server/auth/tokens.ts'
import type { DB } from '#platform/server/schema.ts'
import type { Services } from '#platform/server/services.ts'
import { forgetTokens } from '#features/mail/tokens.server.ts'
import { sendMail } from '#features/mail/send.server.ts'
import { invalidToken } from '../contract.ts'
import { emailKey } from '../shapes.ts'
import { mayMail } from '../sign-up/may-mail.server.ts'
import { changeEmail, passwordNeeded, undoEmail } from './contract.ts'
import { lockViewer } from './lock-viewer.server.ts'
import { proofs } from './prove.server.ts'

const day = 24 * 60 * 60 * 1000
const undoFor = 7 * day
export const undoUntil = (now: Date) => new Date(now.getTime() + undoFor)

export const emailHandlers = (services: Services) => {
  const { database, clock } = services
  const { toChangeEmail } = proofs(services)

  return [
    on(changeEmail, async ({ input, viewer }) => {
      const userId = viewer.id
      const proven = await toChangeEmail(viewer, input.password)
      const key = emailKey(input.email)
      const owner = await database
        .selectFrom('users')
        .select('id')
        .where('email_key', '=', key)
        .executeTakeFirst()
      const isTaken = owner !== undefined && owner.id !== userId
      const mayTell = await mayMail(services, isTaken ? { member: owner.id } : { email: key })
      await transact(database, async (tx) => {
        const me = await lockViewer(tx, viewer)
        // What was proven no longer holds.
        if (me.credential_version !== proven)
          throw passwordNeeded({ fields: { password: passwordNeeded.message } })
        // Only the last request counts: a link to an address mistyped before has no force.
        await tx
          .updateTable('users')
          .set({ pending_email: isTaken ? null : input.email })
          .where('id', '=', userId)
          .execute()
        await endSessions(tx, userId, viewer.session)
        // Only the owner of the address learns whether it already has an account.
        if (mayTell && isTaken)
          await sendMail(services, { kind: 'register-attempt', userId: owner.id }, tx)
        else if (mayTell)
          await sendMail(services, { kind: 'change-email', userId, to: input.email }, tx)
        if (me.email) {
          const { id: changeId } = await tx
            .insertInto('email_changes')
            .values({
              user_id: userId,
              old_email: me.email,
              asked_at: clock.now(),
              undo_until: undoUntil(clock.now()),
            })
            .returning('id')
            .executeTakeFirstOrThrow()
          await sendMail(services, { kind: 'email-changing', userId, changeId }, tx)
        }
      })
      return { result: { email: input.email, pending: true as const } }
    }),

    on(undoEmail, async ({ input: { token } }) => {
      try {
        await transact(database, (tx) => undo(tx, token))
      } catch (error) {
        // Whoever proved since that the address is theirs keeps it.
        if (breaks(error, 'users_email_key_key')) throw invalidToken()
        throw error
      }
      return {}
    }),
  ]

  async function undo(tx: Transaction<DB>, token: string): Promise<void> {
    const now = clock.now()
    const found = await tx
      .selectFrom('email_changes')
      .select(['id', 'user_id'])
      .where('token_hash', '=', tokenHash(token))
      .executeTakeFirst()
    if (!found) throw invalidToken()
    const { user_id: userId } = found
    await lockMember(tx, userId)
    const change = await tx
      .deleteFrom('email_changes')
      .where('id', '=', found.id)
      .where('undo_until', '>', now)
      .returning(['old_email', 'asked_at'])
      .executeTakeFirst()
    if (!change) throw invalidToken()
    // What came after it is undone with it: those links are the thief's.
    await tx
      .deleteFrom('email_changes')
      .where('user_id', '=', userId)
      .where('id', '>', found.id)
      .execute()
    await tx
      .deleteFrom('identities')
      .where('user_id', '=', userId)
      .where('created_at', '>=', change.asked_at)
      .execute()
    const key = emailKey(change.old_email)
    // Someone may have joined with the address meanwhile, without ever having proved that it is theirs.
    await tx
      .updateTable('users')
      .set({ email: null, email_key: null })
      .where('email_key', '=', key)
      .where('id', '<>', userId)
      .where('email_verified_at', 'is', null)
      .execute()
    await tx
      .updateTable('users')
      .set({
        email: change.old_email,
        email_key: key,
        email_verified_at: now,
        pending_email: null,
        // Whoever changed the address knew the password, and may have set another or disabled the account.
        password_hash: null,
        disabled_at: null,
        delete_at: null,
      })
      .where('id', '=', userId)
      .execute()
    // Log-ins under way with what was proven before are void too, where the address is still the same.
    await countCredentials(tx, userId)
    await forgetTokens(tx, userId)
    await endSessions(tx, userId)
    await setVotesRight(tx, [userId], now)
    await sendMail(services, { kind: 'reset', emailKey: key }, tx)
  }
}
