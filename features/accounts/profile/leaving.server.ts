import { transact } from '#platform/server/database.ts'
import { on, type Viewer } from '#platform/server/http/handler.ts'
import { endSessions } from '#platform/server/auth/sessions.ts'
import type { Services } from '#platform/server/services.ts'
import { forgetTokens } from '#features/mail/tokens.server.ts'
import { sendMail } from '#features/mail/send.server.ts'
import { logInAfresh } from '../credentials/contract.ts'
import { proofs } from '../credentials/prove.server.ts'
import { deleteAccount, disableAccount } from './leaving.contract.ts'
import { lockViewer } from '../credentials/lock-viewer.server.ts'

const day = 24 * 60 * 60 * 1000
const graceDays = 14

export const leavingHandlers = (services: Services) => {
  const { database, clock } = services

  const { toLeave } = proofs(services)

  const leave = (
    viewer: Viewer,
    proven: number,
    kind: 'disabled' | 'deletion-asked',
    set: object,
  ) =>
    transact(database, async (tx) => {
      const me = await lockViewer(tx, viewer)
      // What was proven no longer holds.
      if (me.credential_version !== proven) throw logInAfresh()
      await tx.updateTable('users').set(set).where('id', '=', viewer.id).execute()
      await forgetTokens(tx, viewer.id)
      await endSessions(tx, viewer.id)
      await sendMail(services, { kind, userId: viewer.id }, tx)
    })

  return [
    on(deleteAccount, async ({ input: { password }, viewer }) => {
      const proven = await toLeave(viewer, password)
      const deleteAt = new Date(clock.now().getTime() + graceDays * day)
      // Hidden immediately, like a disabled member.
      await leave(viewer, proven, 'deletion-asked', {
        disabled_at: clock.now(),
        delete_at: deleteAt,
      })
      return { deleteAt: deleteAt.toISOString() }
    }),

    on(disableAccount, async ({ input: { password }, viewer }) => {
      const proven = await toLeave(viewer, password)
      await leave(viewer, proven, 'disabled', { disabled_at: clock.now() })
      return {}
    }),
  ]
}
