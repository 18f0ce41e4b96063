import { sql, type Transaction, type UpdateObject } from 'kysely'
import type { DB } from '#platform/server/database/schema.ts'
import { preparedStatementComment } from '#platform/server/database/database.ts'
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
    .modifyEnd(preparedStatementComment)
    .executeTakeFirst()

export const updateMember = (tx: Database, userId: number, changes: UpdateObject<DB, 'users'>) =>
  tx.updateTable('users').set(changes).where('id', '=', userId).execute()

/**
 * Sets columns of a member, among them how they log in. The new credential version voids links that were mailed before
 * and log-ins in progress.
 */
export const updateCredentials = (
  tx: Transaction<DB>,
  userId: number,
  changes: UpdateObject<DB, 'users'>,
) => updateMember(tx, userId, { ...changes, credential_version: sql`credential_version + 1` })
