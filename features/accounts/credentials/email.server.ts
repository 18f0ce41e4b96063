import { sql, type Transaction } from 'kysely'
import { lockMember, updateMember } from '#domain/locks/lock-member.ts'
import { violatesConstraint, transact } from '#platform/server/database/database.ts'
import { implementCall } from '#platform/server/http/handler.ts'
import { endSessions } from '#platform/server/auth/sessions.ts'
import { rowById } from '#platform/server/database/row-by-id.ts'
import { tokenHash } from '#platform/server/auth/tokens.ts'
import type { DB } from '#platform/server/database/schema.ts'
import type { Services } from '#platform/server/services.ts'
import { spendLink } from '#features/mail/may-mail.server.ts'
import { sendMail } from '#features/mail/send.server.ts'
import { addressInUse, invalidToken } from '../contract.ts'
import { emailKey } from '../shapes.ts'
import { findEmailOwner, freeAddress } from '../sign-up/owner.server.ts'
import {
  cancelEmailChange,
  changeEmail,
  noPendingEmail,
  passwordNeeded,
  resendEmailChange,
  undoEmailChange,
} from './contract.ts'
import { identityChecks, lockViewer, refuseWhileImpersonating } from './prove.server.ts'
import { setAddress } from './set-address.server.ts'
import { giveAnswersBack, giveRenameBack } from './give-back.server.ts'
import { giveToMailboxOwner, unlinkIdentities } from './take-over.server.ts'

const undoFor = 7 * 24 * 60 * 60 * 1000
export const emailUndoDeadline = (now: Date) => new Date(now.getTime() + undoFor)

/**
 * SQL condition on a row of `email_changes`: its link still undoes the change. As long as the change waits, it can take
 * effect at any time, because the link that confirms it can be sent again, so it can be undone for as long.
 */
export const canUndoSql = (now: Date) => sql<boolean>`
  (undo_until > ${now}
   or exists (select from users u where u.id = email_changes.user_id and u.email = email_changes.old_email
                                    and u.pending_email <> u.email))`

export const emailHandlers = (services: Services) => {
  const { database } = services
  const { toChangeEmail } = identityChecks(services)

  return [
    implementCall(changeEmail, async ({ input: { email, password }, viewer, request }) => {
      const proven = await toChangeEmail(viewer, password, request)
      const tell = await linkToNewEmail(services, viewer.id, email, request.ip)
      await transact(database, async (tx) => {
        const me = await lockViewer(tx, viewer)
        // The credentials have changed since they were verified.
        if (me.credential_version !== proven)
          throw passwordNeeded({ fields: { password: passwordNeeded.message } })
        // Only the last request counts, so that an earlier link, such as one to a mistyped address, is void.
        // The address is stored even if another account has it, because the member's own page shows it.
        await updateMember(tx, viewer.id, { pending_email: email })
        await endSessions(tx, viewer.id, viewer.session)
        await tell(tx)
        // An address that was never proven might be a stranger's, who must not get the account by undoing the change.
        if (me.email && me.email_verified_at) await warn(tx, services, viewer.id, me.email)
      })
      return { result: { email, pending: true as const } }
    }),

    implementCall(resendEmailChange, async ({ viewer, request: { ip } }) => {
      refuseWhileImpersonating(viewer)
      const me = await rowById(database, 'users', viewer.id, ['email', 'pending_email'])
      const email = me?.pending_email
      if (!email || email === me.email) throw noPendingEmail()
      const tell = await linkToNewEmail(services, viewer.id, email, ip)
      await transact(database, async (tx) => {
        await lockViewer(tx, viewer)
        const now = await rowById(tx, 'users', viewer.id, ['pending_email'])
        // The pending address was confirmed, cancelled or replaced meanwhile.
        if (now?.pending_email !== email) throw noPendingEmail()
        await tell(tx)
      })
      return { result: { email, pending: true as const } }
    }),

    implementCall(cancelEmailChange, async ({ viewer }) => {
      refuseWhileImpersonating(viewer)
      // The link in the mail to the old address stays valid: it is there for an owner who didn't ask for the change.
      const { numUpdatedRows } = await database
        .updateTable('users')
        .set({ pending_email: null })
        .where('id', '=', viewer.id)
        .where('pending_email', 'is not', null)
        .executeTakeFirst()
      // It was confirmed meanwhile, or cancelled.
      if (numUpdatedRows === 0n) throw noPendingEmail()
      return {}
    }),

    implementCall(undoEmailChange, async ({ input: { token, takeAddress = false } }) => {
      try {
        await transact(database, (tx) => undo(tx, services, { token, takeAddress }))
      } catch (error) {
        // Another member has verified the address since, so they keep it.
        if (violatesConstraint(error, 'users_email_key_key')) throw invalidToken()
        throw error
      }
      return {}
    }),
  ]
}

/**
 * Returns a function that mails the link to a new address. If another account has verified the address, its owner
 * gets a mail about the attempt instead, so that only they learn that the account exists (docs/safety.md, S7).
 */
async function linkToNewEmail(services: Services, userId: number, email: string, ip: string) {
  await spendLink(services, { kind: 'change-email', member: userId, ip })
  const owner = await findEmailOwner(services.database, email)
  const asked = { ip, asker: userId, isCounted: true }
  return (tx: Transaction<DB>) =>
    sendMail(
      services,
      owner?.email_verified_at && owner.id !== userId
        ? { kind: 'register-attempt', userId: owner.id, ...asked }
        : { kind: 'change-email', userId, to: email, ...asked },
      tx,
    )
}

/** Sends the old address a mail with a link that undoes the change. */
async function warn(tx: Transaction<DB>, services: Services, userId: number, email: string) {
  const now = services.clock.now()
  const { id: changeId } = await tx
    .insertInto('email_changes')
    .values({
      user_id: userId,
      old_email: email,
      asked_at: now,
      undo_until: emailUndoDeadline(now),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sendMail(services, { kind: 'email-changing', userId, changeId }, tx)
}

async function undo(
  tx: Transaction<DB>,
  services: Services,
  { token, takeAddress }: { token: string; takeAddress: boolean },
): Promise<void> {
  const now = services.clock.now()
  const found = await tx
    .selectFrom('email_changes')
    .select(['id', 'user_id'])
    .where('token_hash', '=', tokenHash(token))
    .executeTakeFirst()
  if (!found) throw invalidToken()
  const { user_id: userId } = found
  const me = await lockMember(tx, userId)
  if (!me) throw invalidToken()
  const change = await tx
    .deleteFrom('email_changes')
    .where('id', '=', found.id)
    .where(canUndoSql(now))
    .returning(['old_email', 'asked_at'])
    .executeTakeFirst()
  if (!change) throw invalidToken()
  // Also deletes later changes and all log-ins with Apple, because a thief might have made them. One whose address
  // Apple vouches for is linked again by the next log-in.
  const later = await tx
    .deleteFrom('email_changes')
    .where('user_id', '=', userId)
    .where('id', '>', found.id)
    .returning('old_email')
    .execute()
  await unlinkIdentities(tx, services, userId)
  const key = emailKey(change.old_email)
  // An account that was made with the address meanwhile and never verified it. Only the reader of the mail knows whether
  // it is their own, so it loses the address only if they say so.
  if ((await freeAddress(tx, key, { except: userId })) && !takeAddress) throw addressInUse()
  const place = await setAddress(tx, services, me, {
    email: change.old_email,
    later: later.map(({ old_email }) => old_email),
  })
  await giveAnswersBack(tx, services, userId, change.asked_at)
  await giveRenameBack(tx, services, userId, change.asked_at)
  await updateMember(tx, userId, {
    // The one who changed the address knew the password, and might also have replaced it or disabled the account.
    password_hash: null,
    disabled_at: null,
    delete_at: null,
    returned_at: sql`case when disabled_at is null then returned_at else ${now} end`,
  })
  await giveToMailboxOwner(tx, services, userId, {
    isOwn: false,
    verifies: place !== undefined,
    // Where the address of before was proven counts, since that of now is whose the undo is against.
    mightBe: place?.proven_elsewhere,
  })
  await sendMail(services, { kind: 'reset', emailKey: key }, tx)
}
