import type { ActingRecorder } from '#platform/server/http/dispatch.ts'
import { recordAudit } from '#domain/audit.ts'
import { transact } from '#platform/server/database/database.ts'
import { implementCall } from '#platform/server/http/handler.ts'
import { openSession, type Session } from '#platform/server/auth/sessions.ts'
import type { Services } from '#platform/server/services.ts'
import { specialUserId } from '#domain/vocabulary/roles.ts'
import { refuseWhileImpersonating } from '#domain/impersonating.ts'
import { lockViewer } from '../credentials/prove.server.ts'
import { actAsSpecialUser, noSpecialUser } from '../contract.ts'

const hour = 60 * 60 * 1000

export const sessionHandlers = (services: Services) => {
  const { database, clock } = services
  return [
    implementCall(actAsSpecialUser, async ({ viewer, request: { userAgent } }) => {
      refuseWhileImpersonating(viewer)
      return transact(database, async (tx) => {
        await lockViewer(tx, viewer)
        const user = await tx
          .selectFrom('users')
          .select(['id', 'user_name', 'email_verified_at'])
          .where('id', '=', specialUserId)
          .executeTakeFirst()
        if (!user) throw noSpecialUser()
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

/** The answer to a log-in. */
export const sessionResponse = (user: User, { token, expires }: Session) => ({
  id: user.id,
  name: user.user_name,
  email: user.email ?? '',
  token,
  expires: expires.toISOString(),
  verified: user.email_verified_at !== null,
})

const secret = /password|current|token|authorization/i

/**
 * Records in the audit every state-changing call that an admin makes as another user (docs/safety.md, S36), before the
 * call runs, so that nothing can happen unrecorded.
 */
export const actingRecorder =
  ({ database, clock }: Services): ActingRecorder =>
  async ({ route }, input, viewer) => {
    const shown = JSON.stringify(input, (key, value: unknown) =>
      secret.test(key) ? undefined : value,
    )
    await recordAudit(database, viewer, 'as-another.write', `user ${viewer.id}`, {
      after: { route, input: JSON.parse(shown) as object },
      at: clock.now(),
    })
    return async () => {}
  }
