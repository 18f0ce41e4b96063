import type { Transaction } from 'kysely'
import { lockMember } from '#domain/lock-member.ts'
import { notLoggedIn } from '#platform/contract/failure.ts'
import type { Viewer } from '#platform/server/http/handler.ts'
import type { DB } from '#platform/server/schema.ts'

/** Locks a member who acts by their session, which may have ended since it was looked up. */
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
