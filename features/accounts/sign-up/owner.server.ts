import { sql, type Transaction } from 'kysely'
import { updateCountedVotes } from '#domain/votes-that-count.ts'
import type { DB } from '#platform/server/database/schema.ts'
import { violatesConstraint } from '#platform/server/database/database.ts'
import type { Database } from '#platform/server/services.ts'
import { emailKey } from '../shapes.ts'

/** Finds the member who has this address, verified or not. */
export const findEmailOwner = (database: Database, email: string) =>
  database
    .selectFrom('users')
    .select(['id', 'email_key', 'email_verified_at', 'email_proven_elsewhere', 'password_hash'])
    .where('email_key', '=', emailKey(email))
    .executeTakeFirst()

/** Returns whether a write failed because another account of the mailbox is verified (rules: one mailbox). */
export const isMailboxTaken = (error: unknown): boolean =>
  violatesConstraint(error, 'users_mailbox')

/**
 * Makes room for an account whose member has proven that this address is theirs: one of the same mailbox that was only
 * proven elsewhere, perhaps somebody's who joined with the address, becomes unverified. Where two members prove theirs
 * at the same time, `users_mailbox` decides.
 */
export async function freeMailbox(
  tx: Transaction<DB>,
  address: string,
  { except, now }: { except: number | null; now: Date },
): Promise<void> {
  const freed = await tx
    .updateTable('users')
    .set({ email_verified_at: null, email_proven_elsewhere: false })
    .where(sql`mailbox_of(email_key)`, '=', sql`mailbox_of(${emailKey(address)})`)
    .where('email_verified_at', 'is not', null)
    .where('shares_mailbox', '=', false)
    .where('email_proven_elsewhere', '=', true)
    .where('id', 'is distinct from', except)
    .returning('id')
    .execute()
  if (freed.length > 0)
    await updateCountedVotes(
      tx,
      freed.map(({ id }) => id),
      now,
    )
}

/**
 * Calls `act` with true, so that it verifies an account. If another account of the mailbox is verified, calls it again
 * with false, so that it does the rest. `act` must be a transaction, which the failure rolls back.
 */
export async function verifyingIfMailboxIsFree<Result>(
  act: (verifies: boolean) => Promise<Result>,
): Promise<Result> {
  try {
    return await act(true)
  } catch (error) {
    if (isMailboxTaken(error)) return act(false)
    throw error
  }
}
