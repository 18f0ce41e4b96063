import type { Transaction } from 'kysely'
import { updateMember } from '#domain/locks/lock-member.ts'
import { sendMail } from '#features/mail/send.server.ts'
import { rowById } from '#platform/server/database/row-by-id.ts'
import type { DB } from '#platform/server/database/schema.ts'
import type { Services } from '#platform/server/services.ts'

/**
 * Enables a disabled account again and cancels its deletion, because its member logs in, and tells its address. Returns
 * the state before. The caller has locked the member.
 */
export async function comeBack(
  tx: Transaction<DB>,
  services: Services,
  { userId, ip }: { userId: number; ip: string },
) {
  const away = await rowById(tx, 'users', userId, ['disabled_at', 'delete_at'])
  if (!away?.disabled_at && !away?.delete_at) return away
  const returned = { disabled_at: null, delete_at: null, returned_at: services.clock.now() }
  await updateMember(tx, userId, returned)
  await sendMail(services, { kind: 'returned', userId, ip }, tx)
  return away
}
