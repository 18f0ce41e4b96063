import type { Transaction, UpdateObject } from 'kysely'
import type { DB } from '#platform/server/database/schema.ts'
import type { Database } from '#platform/server/services.ts'

/**
 * Locks a member's row until the transaction ends. Anything verified before the lock (a hash, a session, a link) must
 * be compared with this row again. That reveals whether the credentials changed before the lock. A change after it
 * waits for this transaction, and then ends the sessions and links that this transaction created (rules: credentials).
 */
export const lockMember = (tx: Transaction<DB>, userId: number) =>
  tx
    .selectFrom('users')
    .select(['id', 'email', 'credential_version'])
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst()

export const updateMember = (tx: Database, userId: number, changes: UpdateObject<DB, 'users'>) =>
  tx.updateTable('users').set(changes).where('id', '=', userId).execute()

/**
 * Increments the credential version, which voids log-ins in progress and links that are still to be sent. Needed for a
 * change of credentials that isn't stored in the member's row, because no trigger increments it then.
 */
export const bumpCredentialVersion = (tx: Transaction<DB>, userId: number) =>
  tx
    .updateTable('users')
    .set((is) => ({ credential_version: is('credential_version', '+', 1) }))
    .where('id', '=', userId)
    .execute()
