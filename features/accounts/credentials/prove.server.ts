import type { Transaction } from 'kysely'
import { lockMember } from '#domain/locks/lock-member.ts'
import { notLoggedIn } from '#platform/contract/failure.ts'
import { verifyPassword } from '#platform/server/auth/passwords.ts'
import type { Viewer } from '#platform/server/http/handler.ts'
import type { DB } from '#platform/server/database/schema.ts'
import type { Services } from '#platform/server/services.ts'
import {
  reloginRequired,
  notWhileImpersonating,
  passwordFirst,
  passwordNeeded,
  wrongPassword,
} from './contract.ts'

const minute = 60 * 1000
/** How long after a log-in with Apple no password is required, in milliseconds. */
const freshByApple = 5 * minute
/** How long after a log-in a member without a password can disable or delete their account, in milliseconds. */
const freshToLeave = 10 * minute

/**
 * Throws if the viewer is an admin acting as another user, who must not change that user's credentials
 * (docs/safety.md, S36).
 */
export function refuseWhileImpersonating(viewer: Viewer): void {
  if (viewer.actingUserId !== null) throw notWhileImpersonating()
}

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
 * Checks that a request comes from the member, not just from someone with a stolen session. Each check returns the
 * credential version that it verified, which the caller must compare again under the member's lock.
 */
export const identityChecks = ({ database, clock, limits }: Services) => {
  async function sessionOf(viewer: Viewer) {
    refuseWhileImpersonating(viewer)
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

  async function check(viewer: Viewer, hash: string, password: string) {
    await limits.spendNamed({ 'own-password': { member: viewer.id } })
    if (!(await verifyPassword(hash, password)))
      throw wrongPassword({ fields: { password: wrongPassword.message } })
  }

  return {
    /** Requires the password or a recent log-in with Apple. */
    async toChangeEmail(viewer: Viewer, password: string | undefined): Promise<number> {
      const me = await sessionOf(viewer)
      if (me.password_hash && password !== undefined)
        await check(viewer, me.password_hash, password)
      else if (!me.by_apple || me.age > freshByApple)
        throw passwordNeeded({ fields: { password: passwordNeeded.message } })
      return me.version
    },

    /** Requires the password, which a member without one must get first: they couldn't log in any more. */
    async toUnlink(viewer: Viewer, password: string | undefined): Promise<number> {
      const me = await sessionOf(viewer)
      if (!me.password_hash) throw passwordFirst()
      await check(viewer, me.password_hash, password ?? '')
      return me.version
    },

    /** Requires the password or, if the member has none, a recent log-in. */
    async toLeave(viewer: Viewer, password: string | undefined): Promise<number> {
      const me = await sessionOf(viewer)
      if (me.password_hash) await check(viewer, me.password_hash, password ?? '')
      else if (me.age > freshToLeave) throw reloginRequired()
      return me.version
    },
  }
}
