import type { Transaction, UpdateObject } from 'kysely'
import type { DB } from '#platform/server/schema.ts'
import type { Database } from '#platform/server/services.ts'

/**
 * Holds a member's row until the transaction ends. What was verified before it (a hash, a session, a link)
 * must be compared again with this row: an earlier change is seen, a later one waits and
 * then ends what this transaction made (rules: credentials).
 */
export const lockMember = (tx: Transaction<DB>, userId: number) =>
  tx
    .selectFrom('users')
    .select(['id', 'email', 'email_key', 'email_verified_at', 'credential_version'])
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst()

/** Writes to a member's own row. */
export const setMember = (tx: Database, userId: number, changes: UpdateObject<DB, 'users'>) =>
  tx.updateTable('users').set(changes).where('id', '=', userId).execute()

/** Voids links still to be written and log-ins under way, where the change itself isn't one of the row. */
export const countCredentials = (tx: Transaction<DB>, userId: number) =>
  tx
    .updateTable('users')
    .set((is) => ({ credential_version: is('credential_version', '+', 1) }))
    .where('id', '=', userId)
    .execute()
