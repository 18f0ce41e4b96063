import { recordAudit } from '#domain/audit.ts'
import { transact } from '#platform/server/database/database.ts'
import { implementCall } from '#platform/server/http/handler.ts'
import { endSessions, openSession, type Session } from '#platform/server/auth/sessions.ts'
import type { Services } from '#platform/server/services.ts'
import { bumpCredentialVersion, lockMember } from '#domain/locks/lock-member.ts'
import { deleteMailTokens } from '#features/mail/tokens.server.ts'
import { specialUserId } from '#domain/vocabulary/roles.ts'
import { lockViewer, refuseWhileImpersonating } from '../credentials/prove.server.ts'
import { deviceNameOf } from './device.ts'
import {
  actAsSpecialUser,
  endAllSessions,
  endSession,
  listSessions,
  sessionNotFound,
} from '../profile/contract.ts'

const hour = 60 * 60 * 1000

export const sessionHandlers = (services: Services) => {
  const { database, clock } = services
  return [
    implementCall(listSessions, async ({ viewer }) => {
      refuseWhileImpersonating(viewer)
      const rows = await database
        .selectFrom('sessions')
        .select(['id', 'user_agent', 'created_at', 'last_used_at', 'expires_at', 'token_hash'])
        .where('user_id', '=', viewer.id)
        // Sessions of an admin who acts as this member aren't the member's own.
        .where('parent_hash', 'is', null)
        .where('expires_at', '>', clock.now())
        .orderBy('last_used_at', 'desc')
        .limit(100)
        .execute()
      return rows.map((row) => ({
        id: row.id,
        device: deviceNameOf(row.user_agent),
        createdAt: row.created_at.toISOString(),
        lastUsedAt: row.last_used_at.toISOString(),
        expires: row.expires_at.toISOString(),
        current: row.token_hash.equals(viewer.session),
      }))
    }),

    implementCall(endSession, async ({ input: { id }, viewer }) => {
      refuseWhileImpersonating(viewer)
      const ended = await database
        .deleteFrom('sessions')
        .where('id', '=', id)
        .where('user_id', '=', viewer.id)
        .executeTakeFirst()
      if (ended.numDeletedRows === 0n) throw sessionNotFound()
      return {}
    }),

    implementCall(endAllSessions, async ({ viewer }) => {
      refuseWhileImpersonating(viewer)
      await transact(database, async (tx) => {
        await lockMember(tx, viewer.id)
        // A member who ends all sessions suspects a thief, so mailed links and log-ins under way are voided, too.
        await bumpCredentialVersion(tx, viewer.id)
        await deleteMailTokens(tx, viewer.id)
        await endSessions(tx, viewer.id)
      })
      return {}
    }),

    implementCall(actAsSpecialUser, async ({ viewer, request: { userAgent } }) => {
      refuseWhileImpersonating(viewer)
      return transact(database, async (tx) => {
        await lockViewer(tx, viewer)
        const user = await tx
          .selectFrom('users')
          .select(['id', 'user_name', 'email_verified_at'])
          .where('id', '=', specialUserId)
          .executeTakeFirst()
        if (!user) throw sessionNotFound({ message: 'There is no user 20 on this site.' })
        const { token, expires } = await openSession(tx, clock, user.id, {
          userAgent,
          parent: viewer.session,
          length: hour,
        })
        const actor = { id: user.id, actingUserId: viewer.id }
        await recordAudit(tx, actor, 'login.as-another', `user ${user.id}`, {
          after: { expires: expires.toISOString() },
          at: clock.now(),
        })
        return {
          id: user.id,
          name: user.user_name,
          token,
          expires: expires.toISOString(),
          verified: user.email_verified_at !== null,
        }
      })
    }),
  ]
}

type User = { id: number; user_name: string; email: string | null; email_verified_at: Date | null }

type Away = { disabled_at: Date | null; delete_at: Date | null }

/** Returns what a log-in brings a member back from, if anything. */
function backFrom({ disabled_at: disabled, delete_at: leaving }: Away) {
  if (leaving) return { cameBackFrom: 'deletion' as const }
  return disabled ? { cameBackFrom: 'disabled' as const } : {}
}

/** `away` is the member's state before the log-in. */
export const sessionResponse = (user: User, { token, expires }: Session, away?: Away) => ({
  id: user.id,
  name: user.user_name,
  email: user.email ?? '',
  token,
  expires: expires.toISOString(),
  verified: user.email_verified_at !== null,
  ...(away && backFrom(away)),
})
