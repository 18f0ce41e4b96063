import { forgetInAudit } from '#domain/audit.ts'
import { updateCredentials } from '#domain/locks/lock-member.ts'
import { transact } from '#platform/server/database/database.ts'
import { implementCall } from '#platform/server/http/handler.ts'
import { endSessions } from '#platform/server/auth/sessions.ts'
import { rowById } from '#platform/server/database/row-by-id.ts'
import type { Services, Tx } from '#platform/server/services.ts'
import { sendMail } from '#features/mail/send.server.ts'
import { proveIdentity } from '../credentials/prove.server.ts'
import { unlinkIdentities } from '../credentials/server.ts'
import { deleteAccount, disableAccount } from '../contract.ts'

/** Deletes an account with all that is its member's: favorites, photos, votes, follows and reports. */
export async function deleteMember(tx: Tx, services: Services, id: number): Promise<void> {
  const user = await rowById(tx, 'users', id, ['email'])
  await unlinkIdentities(tx, services, id)
  await tx.deleteFrom('users').where('id', '=', id).execute()
  await forgetInAudit(tx, [id])
  if (user?.email) await sendMail(services, { kind: 'deleted', to: user.email }, tx)
}

/** Enables a disabled account again, because its member logs in, and tells its address. */
export async function comeBack(tx: Tx, services: Services, userId: number): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set({ disabled_at: null })
    .where('id', '=', userId)
    .where('disabled_at', 'is not', null)
    .executeTakeFirst()
  if (numUpdatedRows > 0n) await sendMail(services, { kind: 'returned', userId }, tx)
}

export const leavingHandlers = (services: Services) => {
  const { database, clock } = services
  return [
    implementCall(deleteAccount, async ({ input: { password }, viewer }) => {
      const lock = await proveIdentity(services, viewer, password)
      await transact(database, async (tx) => {
        await lock(tx)
        await deleteMember(tx, services, viewer.id)
      })
      return {}
    }),

    implementCall(disableAccount, async ({ input: { password }, viewer }) => {
      const lock = await proveIdentity(services, viewer, password)
      await transact(database, async (tx) => {
        await lock(tx)
        // The trigger users_counted takes what the member did out of all counts.
        await updateCredentials(tx, viewer.id, { disabled_at: clock.now() })
        await endSessions(tx, viewer.id)
        await sendMail(services, { kind: 'disabled', userId: viewer.id }, tx)
      })
      return {}
    }),
  ]
}
