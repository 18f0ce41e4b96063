import type { Transaction } from 'kysely'
import { notLoggedIn } from '#platform/contract/failure.ts'
import type { Viewer } from '#platform/server/http/handler.ts'
import type { DB } from '#platform/server/schema.ts'

/**
 * Holds a member's row until the transaction ends. What was verified before it (a hash, a session, a link)
 * must be compared again with this row: an earlier change is seen, a later one waits and
 * then ends what this transaction made.
 */
export const lockMember = (tx: Transaction<DB>, userId: number) =>
  tx
    .selectFrom('users')
    .select(['id', 'email', 'email_key', 'email_verified_at', 'credential_version'])
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst()

/** The same for a member who acts by their session, which may have ended since it was looked up. */
export async function lockViewer(tx: Transaction<DB>, viewer: Viewer) {
  const member = await lockMember(tx, viewer.id)
  const session = await tx
    .selectFrom('sessions')
    .select('created_at')
    .where('token_hash', '=', viewer.session)
    .executeTakeFirst()
  if (!member || !session) throw notLoggedIn()
  return member
}

/** Voids links still to be written and log-ins under way, where the change itself isn't one of the row. */
export const countCredentials = (tx: Transaction<DB>, userId: number) =>
  tx
    .updateTable('users')
    .set((is) => ({ credential_version: is('credential_version', '+', 1) }))
    .where('id', '=', userId)
    .execute()
