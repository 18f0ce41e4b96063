import { sql, type Transaction } from 'kysely'
import { bumpCredentialVersion, lockMember, updateMember } from '#domain/locks/lock-member.ts'
import { mightBeAnothers } from '#domain/proven-address.ts'
import type { Viewer } from '#platform/server/http/handler.ts'
import { endSessions } from '#platform/server/auth/sessions.ts'
import type { DB } from '#platform/server/database/schema.ts'
import type { Database, Services } from '#platform/server/services.ts'
import { deleteMailTokens } from '#features/mail/tokens.server.ts'
import { endAgreedMails } from './agreed-mails.server.ts'
import { giveAnswersBack } from './give-back.server.ts'

/**
 * Returns whether the viewer is logged in to this account as its member. Must be called under the member's lock,
 * because the session might have ended since the request was authenticated.
 */
export async function isOwnSession(tx: Database, viewer: Viewer | null, userId: number) {
  if (viewer?.id !== userId) return false
  const session = await tx
    .selectFrom('sessions')
    .select('id')
    .where('token_hash', '=', viewer.session)
    // An admin who acts as the member isn't the member.
    .where('parent_hash', 'is', null)
    .executeTakeFirst()
  return session !== undefined
}

/** Unlinks a member's log-ins with Apple and has their tokens revoked. Returns how many there were. */
export async function unlinkIdentities(
  tx: Transaction<DB>,
  { jobs }: Services,
  userId: number,
): Promise<number> {
  const unlinked = await tx
    .deleteFrom('identities')
    .where('user_id', '=', userId)
    .returning('refresh_token')
    .execute()
  for (const { refresh_token: refreshToken } of unlinked)
    if (refreshToken) await jobs.send('apple-revoke', { refreshToken }, tx)
  return unlinked.length
}

/**
 * Unlinks a member's log-ins with Apple for good: their address alone doesn't link them to this account again (rules:
 * apple). The account must have a password. Returns how many there were.
 */
export async function unlinkForGood(
  tx: Transaction<DB>,
  services: Services,
  userId: number,
): Promise<number> {
  await sql`
    insert into unlinked_identities (user_id, issuer, subject, unlinked_at)
    select user_id, issuer, subject, ${services.clock.now()} from identities where user_id = ${userId}
    on conflict (user_id, issuer, subject) do update set unlinked_at = excluded.unlinked_at`.execute(
    tx,
  )
  return unlinkIdentities(tx, services, userId)
}

type TakeOver = {
  /** True if the caller is logged in to this account as its member. */
  isOwn: boolean
  /** False if the account stays unverified, since another has its mailbox. */
  verifies: boolean
  /** True if somebody else might have made the account, for a caller who has changed its address since. */
  mightBe?: boolean | undefined
}

/**
 * Gives the account to the owner of its mailbox: ends every session, mailed link and requested change of address. If
 * somebody else might have made it, also unlinks the log-ins with Apple (docs/safety.md, S16), ends the mails that were
 * agreed to, and, where the mailbox verifies the account, gives the change of name and the answers back: each one more
 * costs a mailbox. The name that the operator gave stays for its year. The caller replaces the password.
 */
export async function giveToMailboxOwner(
  tx: Transaction<DB>,
  services: Services,
  userId: number,
  { isOwn, verifies, mightBe }: TakeOver,
): Promise<void> {
  const member = await lockMember(tx, userId)
  if (!isOwn && (mightBe ?? mightBeAnothers(member))) {
    await unlinkIdentities(tx, services, userId)
    await endAgreedMails(tx, userId, { at: services.clock.now() })
    if (verifies) {
      await giveNameChangeBack(tx, userId)
      await giveAnswersBack(tx, services, userId, null)
    }
  }
  await updateMember(tx, userId, { pending_email: null, email_proven_elsewhere: false })
  // Voids log-ins under way, also where nothing in the member's row changes but these two columns.
  await bumpCredentialVersion(tx, userId)
  await deleteMailTokens(tx, userId)
  await endSessions(tx, userId)
}

/** Lets a member change the name again, unless the operator gave the one of now (`user rename`). */
const giveNameChangeBack = (tx: Transaction<DB>, userId: number) =>
  tx
    .updateTable('users')
    .set({ user_name_changed_at: null })
    .where('id', '=', userId)
    .where('name_by_operator', '=', false)
    .execute()
