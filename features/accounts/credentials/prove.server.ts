import type { Transaction } from 'kysely'
import { lockMember } from '#domain/lock-member.ts'
import { notLoggedIn } from '#platform/contract/failure.ts'
import { verifyPassword } from '#platform/server/auth/passwords.ts'
import type { Viewer } from '#platform/server/http/handler.ts'
import type { DB } from '#platform/server/schema.ts'
import type { Services } from '#platform/server/services.ts'
import { logInAfresh, notAsAnother, passwordNeeded, wrongPassword } from './contract.ts'

const minute = 60 * 1000
/** So long a log-in with Apple stands for a password. */
const freshByApple = 5 * minute
/** So long any log-in of a member without a password is enough to leave. */
const freshToLeave = 10 * minute

/** Who acts for another changes nothing by which the other logs in (S36). */
export function refuseAsAnother(viewer: Viewer): void {
  if (viewer.through !== null) throw notAsAnother()
}

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

/**
 * That the member is here, and not just someone with a session of theirs. Each answers the version of the
 * credentials that was proven: what is done with it asks under the member's lock whether it still holds.
 */
export const proofs = ({ database, clock, limits }: Services) => {
  async function sessionOf(viewer: Viewer) {
    refuseAsAnother(viewer)
    const me = await database
      .selectFrom('users')
      .innerJoin('sessions', 'sessions.user_id', 'users.id')
      .select([
        'users.password_hash',
        'users.credential_version as version',
        'sessions.created_at',
        'sessions.by_apple',
      ])
      .where('sessions.token_hash', '=', viewer.session)
      .executeTakeFirst()
    if (!me) throw notLoggedIn()
    return { ...me, age: clock.now().getTime() - me.created_at.getTime() }
  }

  async function check(viewer: Viewer, hash: string, password: string): Promise<void> {
    await limits.spendNamed('own-password', { member: viewer.id })
    if (!(await verifyPassword(hash, password)))
      throw wrongPassword({ fields: { password: wrongPassword.message } })
  }

  return {
    /** By the password, or by a fresh log-in with Apple. */
    async toChangeEmail(viewer: Viewer, password: string | undefined): Promise<number> {
      const me = await sessionOf(viewer)
      if (me.password_hash && password !== undefined)
        await check(viewer, me.password_hash, password)
      else if (!me.by_apple || me.age > freshByApple)
        throw passwordNeeded({ fields: { password: passwordNeeded.message } })
      return me.version
    },

    /** By the password; by a fresh log-in of those who have none. */
    async toLeave(viewer: Viewer, password: string | undefined): Promise<number> {
      const me = await sessionOf(viewer)
      if (me.password_hash) await check(viewer, me.password_hash, password ?? '')
      else if (me.age > freshToLeave) throw logInAfresh()
      return me.version
    },
  }
}
