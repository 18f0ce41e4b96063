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

/** Returns whether a write failed because another account has the place of the mailbox (rules: one mailbox). */
export const isMailboxTaken = (error: unknown): boolean =>
  violatesConstraint(error, 'mailboxes_pkey')

/**
 * Makes room for an account whose member has proven that this address is theirs: one that only proved the mailbox
 * elsewhere, perhaps somebody's who joined with the address, loses its place, and becomes unverified if it still has the
 * address. What is held or taken down loses nothing, since its owner might make the next one. Where two members prove
 * theirs at the same time, the key of `mailboxes` decides.
 */
export async function freeMailbox(
  tx: Transaction<DB>,
  address: string,
  { except, now }: { except: number | null; now: Date },
): Promise<void> {
  const mailbox = sql<string>`mailbox_of(${emailKey(address)})`
  const owner = await tx
    .selectFrom('users')
    .select('id')
    .where('id', 'in', (from) =>
      from.selectFrom('mailboxes').select('user_id').where('mailbox', '=', mailbox),
    )
    .where('id', 'is distinct from', except)
    .where('held_at', 'is', null)
    .where('taken_down_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!owner) return
  const { numDeletedRows } = await tx
    .deleteFrom('mailboxes')
    .where('mailbox', '=', mailbox)
    .where('user_id', '=', owner.id)
    .where('proven_elsewhere', '=', true)
    .executeTakeFirst()
  if (numDeletedRows === 0n) return
  const freed = await tx
    .updateTable('users')
    .set({ email_verified_at: null, email_proven_elsewhere: false })
    .where('id', '=', owner.id)
    .where(sql`mailbox_of(email_key)`, '=', mailbox)
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
