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
