import { refuseWhileImpersonating } from '#domain/impersonating.ts'
import type { Transaction } from 'kysely'
import { lockMember } from '#domain/locks/lock-member.ts'
import { notLoggedIn } from '#platform/contract/failure.ts'
import { verifyPassword } from '#platform/server/auth/passwords.ts'
import type { DB } from '#platform/server/database/schema.ts'
import type { Viewer } from '#platform/server/http/handler.ts'
import type { Services } from '#platform/server/services.ts'
import { passwordNeeded, wrongPassword } from '../contract.ts'

/** How long after a log-in with Apple no password is required, in milliseconds. */
const freshByApple = 5 * 60 * 1000

/** Locks and returns the viewer. Throws if their session has ended since the request was authenticated. */
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

/**
 * Checks that a request comes from the member, not just from someone with a stolen session: by the password or a recent
 * log-in with Apple. Returns a function that locks the member, and throws if the credentials have changed since.
 */
export async function proveIdentity(
  { database, clock, limits }: Services,
  viewer: Viewer,
  password: string | undefined,
  field = 'password',
) {
  refuseWhileImpersonating(viewer)
  const me = await database
    .selectFrom('users')
    .innerJoin('sessions', 'sessions.user_id', 'users.id')
    .select(['password_hash', 'credential_version', 'sessions.created_at', 'by_apple'])
    .where('sessions.token_hash', '=', viewer.session)
    .executeTakeFirst()
  if (!me) throw notLoggedIn()
  const wrong = () => wrongPassword({ fields: { [field]: wrongPassword.message } })
  if (me.password_hash && password !== undefined) {
    await limits.spendNamed({ 'own-password': { member: viewer.id } })
    if (!(await verifyPassword(me.password_hash, password))) throw wrong()
  } else if (!me.by_apple || clock.now().getTime() - me.created_at.getTime() > freshByApple)
    throw passwordNeeded({ fields: { [field]: passwordNeeded.message } })
  return async (tx: Transaction<DB>) => {
    const { credential_version: now } = await lockViewer(tx, viewer)
    if (now !== me.credential_version) throw wrong()
  }
}
