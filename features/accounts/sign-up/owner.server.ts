import { sql, type RawBuilder, type Transaction } from 'kysely'
import type { DB } from '#platform/server/database/schema.ts'
import { violatesConstraint } from '#platform/server/database/database.ts'
import type { Database, Services } from '#platform/server/services.ts'
import { sendMail } from '#features/mail/send.server.ts'
import { emailKey } from '../shapes.ts'

/** Finds the member who has this address, verified or not. */
export const findEmailOwner = (database: Database, email: string) =>
  database
    .selectFrom('users')
    .select(['id', 'email_key', 'email_verified_at', 'email_proven_elsewhere', 'password_hash'])
    .where('email_key', '=', emailKey(email))
    .executeTakeFirst()

/** Takes this address from another account that has it and never verified it. Returns whether there was one. */
export async function freeAddress(
  tx: Transaction<DB>,
  emailKey: string,
  { except }: { except: number },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set({ email: null, email_key: null })
    .where('email_key', '=', emailKey)
    .where('id', '<>', except)
    .where('email_verified_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Returns whether a write failed because another account has the place of the mailbox (rules: one mailbox). */
export const isMailboxTaken = (error: unknown): boolean =>
  violatesConstraint(error, 'mailboxes_pkey')

/**
 * SQL condition on a row of `users`: it may lose its place of this mailbox. Who is held or taken down only loses one
 * that was left for another: each of their accounts must cost a mailbox, since they might make the next one.
 */
const mayLosePlaceSql = (mailbox: RawBuilder<string>) => sql<boolean>`
  (suspended_at is null
   or exists (select from mailboxes l join mailboxes o on o.user_id = l.user_id
               where l.user_id = users.id and l.mailbox = ${mailbox}
                 and l.left_at is not null and o.left_at is null))`

/**
 * Makes room for an account whose member has proven, logged in, that this address is theirs: one that only proved the
 * mailbox elsewhere, perhaps somebody's who joined with the address, loses its place, and becomes unverified if it still
 * has the address, which it is told. Where two members prove theirs at the same time, the key of `mailboxes` decides.
 */
export async function freeMailbox(
  tx: Transaction<DB>,
  services: Services,
  address: string,
  { except }: { except: number | null },
): Promise<void> {
  const mailbox = sql<string>`mailbox_of(${emailKey(address)})`
  const owner = await tx
    .selectFrom('users')
    .select('id')
    .where('id', 'in', (from) =>
      from.selectFrom('mailboxes').select('user_id').where('mailbox', '=', mailbox),
    )
    .where('id', 'is distinct from', except)
    .where(mayLosePlaceSql(mailbox))
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
    .returning(['id', 'email'])
    .execute()
  for (const { id, email } of freed) {
    if (email) await sendMail(services, { kind: 'unverified', userId: id, to: email }, tx)
  }
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
