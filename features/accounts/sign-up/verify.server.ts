import { sql, type Transaction } from 'kysely'
import { updateCountedVotes } from '#domain/votes-that-count.ts'
import { violatesConstraint, transact } from '#platform/server/database/database.ts'
import { implementCall, type Viewer } from '#platform/server/http/handler.ts'
import { rowById } from '#platform/server/database/row-by-id.ts'
import type { DB } from '#platform/server/database/schema.ts'
import type { Services } from '#platform/server/services.ts'
import { deleteMailTokens, consumeMailToken } from '#features/mail/tokens.server.ts'
import { invalidToken, mailboxTaken, verifyEmail } from '../contract.ts'
import { emailUndoDeadline } from '../credentials/email.server.ts'
import { isOwnSession } from '../credentials/take-over.server.ts'
import { emailKey } from '../shapes.ts'
import { freeMailbox, isMailboxTaken } from './owner.server.ts'

export const verifyHandlers = (services: Services) => {
  const { database, clock } = services
  async function verifyOwn(tx: Transaction<DB>, token: string, viewer: Viewer | null) {
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
        .returning(['id', 'email'])
        .executeTakeFirst()
    )
  }

  async function takeNew(tx: Transaction<DB>, token: string, viewer: Viewer | null) {
    const taken = await consumeMailToken(tx, clock, 'change-email', token)
    if (!taken) return undefined
    const isOwn = await isOwnSession(tx, viewer, taken.userId)
    if (isOwn) await freeMailbox(tx, services, taken.email, { except: taken.userId })
    const before = await rowById(tx, 'users', taken.userId, ['email'])
    const user = await tx
      .updateTable('users')
      .set({
        email: taken.email,
        email_key: emailKey(taken.email),
        email_verified_at: sql`coalesce(email_verified_at, ${clock.now()})`,
        email_proven_elsewhere: !isOwn,
        pending_email: null,
      })
      .where('id', '=', taken.userId)
      // The link is void if another address was requested since, or the change was canceled.
      .where('pending_email', '=', taken.email)
      .returning(['id', 'email'])
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

  return [
    implementCall(verifyEmail, async ({ input: { token }, viewer }) => {
      try {
        const user = await transact(database, async (tx) => {
          const own = await verifyOwn(tx, token, viewer)
          const user = own ? { ...own, changed: false } : await takeNew(tx, token, viewer)
          if (!user) throw invalidToken()
          // A change of address voids all links sent before; a verification, only the other verification links.
          await deleteMailTokens(tx, user.id, own && 'verify')
          await updateCountedVotes(tx, [user.id], clock.now())
          return user
        })
        const email = viewer?.id === user.id ? user.email : null
        return { id: user.id, verified: true as const, email, changed: user.changed }
      } catch (error) {
        // Someone else joined with the new address before its link was opened.
        if (violatesConstraint(error, 'users_email_key_key')) throw invalidToken()
        if (isMailboxTaken(error)) throw mailboxTaken()
        throw error
      }
    }),
  ]
}
