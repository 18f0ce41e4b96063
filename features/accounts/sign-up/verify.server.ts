import { sql, type Transaction } from 'kysely'
import { violatesConstraint, transact } from '#platform/server/database/database.ts'
import { implementCall, type Viewer } from '#platform/server/http/handler.ts'
import { rowById } from '#platform/server/database/row-by-id.ts'
import type { DB } from '#platform/server/database/schema.ts'
import type { Services } from '#platform/server/services.ts'
import { deleteMailTokens, consumeMailToken } from '#features/mail/tokens.server.ts'
import { tokenHash } from '#platform/server/auth/tokens.ts'
import {
  addressInUse,
  checkVerifyToken,
  invalidToken,
  mailboxTaken,
  verifyEmail,
} from '../contract.ts'
import { agreedMails, endAgreedMails } from '../credentials/agreed-mails.server.ts'
import { emailUndoDeadline } from '../credentials/email.server.ts'
import { isOwnSession } from '../credentials/take-over.server.ts'
import { emailKey } from '../shapes.ts'
import { freeAddress, freeMailbox, isMailboxTaken } from './owner.server.ts'

export const verifyHandlers = (services: Services) => {
  const { database, clock } = services
  return [
    implementCall(checkVerifyToken, async ({ input: { token }, viewer }) => {
      const found = await verifiable(services, token)
      if (!found?.email) throw invalidToken()
      const isOwn = await isOwnSession(database, viewer, found.id)
      const isKnownOwn = found.isVerified && !found.changes && !found.email_proven_elsewhere
      return {
        email: found.email,
        changes: found.changes,
        isOwn,
        takes: found.takes,
        agreed: isOwn || isKnownOwn ? [] : await agreedMails(database, found.id),
      }
    }),

    implementCall(verifyEmail, async ({ input: { token, agreed, takeAddress }, viewer }) => {
      try {
        const user = await transact(database, async (tx) => {
          const own = await verifyOwn(tx, services, token, viewer)
          const user = own
            ? { ...own, changed: false }
            : await takeNew(tx, services, { token, takeAddress }, viewer)
          if (!user) throw invalidToken()
          // A change of address voids all links sent before; a verification, only the other verification links.
          await deleteMailTokens(tx, user.id, own && 'verify')
          if (user.email_proven_elsewhere)
            await endAgreedMails(tx, user.id, { but: agreed, at: clock.now() })
          return user
        })
        const email = viewer?.id === user.id ? user.email : null
        return { id: user.id, verified: true as const, email, changed: user.changed }
      } catch (error) {
        // Someone else joined with the new address before its link was opened.
        if (violatesConstraint(error, 'users_email_key_key')) throw addressInUse()
        if (isMailboxTaken(error)) throw mailboxTaken()
        throw error
      }
    }),
  ]
}

async function verifyOwn(
  tx: Transaction<DB>,
  services: Services,
  token: string,
  viewer: Viewer | null,
) {
  const { clock } = services
  const taken = await consumeMailToken(tx, clock, 'verify', token)
  if (!taken) return undefined
  const isOwn = await isOwnSession(tx, viewer, taken.userId)
  if (isOwn) await freeMailbox(tx, services, taken.email, { except: taken.userId })
  return (
    tx
      .updateTable('users')
      .set({
        // A member who verifies once more, or another address, was verified before.
        email_verified_at: sql`coalesce(email_verified_at, ${clock.now()})`,
        // One more link, opened elsewhere, doesn't take back that the member has proven the address.
        email_proven_elsewhere: isOwn
          ? false
          : sql<boolean>`email_verified_at is null or email_proven_elsewhere`,
      })
      .where('id', '=', taken.userId)
      // The address might have changed since the mail was written.
      .where('email', '=', taken.email)
      .returning(['id', 'email', 'email_proven_elsewhere'])
      .executeTakeFirst()
  )
}

async function takeNew(
  tx: Transaction<DB>,
  services: Services,
  { token, takeAddress = false }: { token: string; takeAddress?: boolean | undefined },
  viewer: Viewer | null,
) {
  const { clock } = services
  const taken = await consumeMailToken(tx, clock, 'change-email', token)
  if (!taken) return undefined
  const isOwn = await isOwnSession(tx, viewer, taken.userId)
  const before = await rowById(tx, 'users', taken.userId, ['email'])
  const key = emailKey(taken.email)
  if (isOwn) {
    // Anybody could have joined with the address. Who opens the link logged in has proven that it is theirs, as that
    // other account may be, too.
    const freed = await freeAddress(tx, key, { except: taken.userId })
    if (freed && !takeAddress) throw addressInUse()
    await freeMailbox(tx, services, taken.email, { except: taken.userId })
  }
  const user = await tx
    .updateTable('users')
    .set({
      email: taken.email,
      email_key: key,
      email_verified_at: sql`coalesce(email_verified_at, ${clock.now()})`,
      // Another spelling of a mailbox that the member has proven stays proven.
      email_proven_elsewhere: isOwn
        ? false
        : sql<boolean>`not exists (
            select from mailboxes m
             where m.user_id = users.id and m.mailbox = mailbox_of(${key}) and not m.proven_elsewhere)`,
      pending_email: null,
    })
    .where('id', '=', taken.userId)
    // The link is void if another address was requested since, or the change was canceled.
    .where('pending_email', '=', taken.email)
    .returning(['id', 'email', 'email_proven_elsewhere'])
    .executeTakeFirst()
  if (user) {
    // The time in which the old address can undo the change starts now.
    const last = tx
      .selectFrom('email_changes')
      .select((is) => is.fn.max('id').as('id'))
      .where('user_id', '=', user.id)
    await tx
      .updateTable('email_changes')
      .set({ undo_until: emailUndoDeadline(clock.now()) })
      .where('id', '=', last)
      .execute()
  }
  return user && { ...user, changed: user.email !== before?.email }
}

/** Finds the member whose address a token can still confirm, without using it up. */
const verifiable = ({ database, clock }: Services, token: string) =>
  database
    .selectFrom('mail_tokens as t')
    .innerJoin('users as u', 'u.id', 't.user_id')
    .select([
      'u.id',
      't.email',
      'u.email_proven_elsewhere',
      sql<boolean>`u.email_verified_at is not null`.as('isVerified'),
      sql<boolean>`t.purpose = 'change-email'`.as('changes'),
      sql<boolean>`t.purpose = 'change-email' and exists (
        select from users o
         where o.email_key = lower(t.email) and o.id <> u.id and o.email_verified_at is null)`.as(
        'takes',
      ),
    ])
    .where('t.token_hash', '=', tokenHash(token))
    .where('t.expires_at', '>', clock.now())
    .whereRef('t.credential_version', '=', 'u.credential_version')
    .where(
      sql<boolean>`(t.purpose = 'verify' and t.email = u.email
                    or t.purpose = 'change-email' and t.email = u.pending_email)`,
    )
    .executeTakeFirst()
