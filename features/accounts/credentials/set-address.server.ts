import { sql, type Transaction } from 'kysely'
import { updateMember, type lockMember } from '#domain/locks/lock-member.ts'
import type { DB } from '#platform/server/database/schema.ts'
import type { Services } from '#platform/server/services.ts'
import { mailboxOf } from '#features/mail/may-mail.server.ts'
import { sendMail } from '#features/mail/send.server.ts'
import { emailKey } from '../shapes.ts'

type Locked = NonNullable<Awaited<ReturnType<typeof lockMember>>>
type Address = {
  email: string
  /** The addresses that the account had after it had this one, but for that of now. */
  later: string[]
}

/**
 * Gives an account an address that nobody opened a link for: one of before, or one that the operator names. It is
 * verified only if the account has its mailbox's place, which is returned. The mailboxes of the addresses since then
 * are free, and the verified address that loses the account gets a mail. Throws if another account has the address.
 */
export async function setAddress(
  tx: Transaction<DB>,
  services: Services,
  member: Locked,
  { email, later }: Address,
) {
  const key = emailKey(email)
  const place = await tx
    .selectFrom('mailboxes')
    .select('proven_elsewhere')
    .where('user_id', '=', member.id)
    .where('mailbox', '=', sql<string>`mailbox_of(${key})`)
    .executeTakeFirst()
  await updateMember(tx, member.id, {
    email,
    email_key: key,
    // The mailbox might have verified an account that its owner proved, while this one was only proven elsewhere. An
    // address that isn't changed stays as it is: who shared a mailbox before that was forbidden has no place.
    email_verified_at: place
      ? sql`coalesce(email_verified_at, ${services.clock.now()})`
      : sql`case when email_key = ${key} then email_verified_at end`,
  })
  if (!member.email || member.email_key === key) return place
  if (place) await leaveMailboxes(tx, member.id, { undone: [member.email, ...later], back: key })
  if (member.email_verified_at)
    await sendMail(services, { kind: 'change-undone', userId: member.id, to: member.email }, tx)
  return place
}

/**
 * Frees the mailboxes of undone addresses for other accounts, since the account has its mailbox of before: it never has
 * two at the price of one. Who is held or taken down keeps them all (docs/decisions/0070-whose-the-mailbox-stays.md).
 */
const leaveMailboxes = (
  tx: Transaction<DB>,
  userId: number,
  { undone, back }: { undone: string[]; back: string },
) =>
  tx
    .deleteFrom('mailboxes')
    .where('user_id', '=', userId)
    .where(
      'mailbox',
      'in',
      undone.map((email) => mailboxOf(emailKey(email))),
    )
    .where('mailbox', '<>', mailboxOf(back))
    .where(
      sql<boolean>`exists (
        select from users u where u.id = user_id and u.suspended_at is null)`,
    )
    .execute()
