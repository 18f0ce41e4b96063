import { transact } from '#platform/server/database.ts'
import { on, type Viewer } from '#platform/server/handler.ts'
import type { Limits } from '#platform/server/limits.ts'
import { verifyPassword } from '#platform/server/passwords.ts'
import { endSessions } from '#platform/server/sessions.ts'
import type { Services } from '#platform/server/services.ts'
import { logInAfresh, wrongPassword } from './credentials.contract.ts'
import { refuseAsAnother } from './credentials.server.ts'
import { deleteAccount, disableAccount } from './leaving.contract.ts'
import { sendMail } from './mails.server.ts'

const day = 24 * 60 * 60 * 1000
const graceDays = 14
const freshFor = 10 * 60 * 1000

export const leavingHandlers = (services: Services, limits: Limits) => {
  const { database, clock } = services

  async function prove(viewer: Viewer, password: string | undefined): Promise<void> {
    refuseAsAnother(viewer)
    const me = await database
      .selectFrom('users')
      .innerJoin('sessions', 'sessions.user_id', 'users.id')
      .select(['users.password_hash', 'sessions.created_at'])
      .where('sessions.token_hash', '=', viewer.session)
      .executeTakeFirst()
    if (me?.password_hash) {
      await limits.spendNamed('login-account', `member-${viewer.id}`)
      if (!(await verifyPassword(me.password_hash, password ?? '')))
        throw wrongPassword({ fields: { password: wrongPassword.message } })
    } else if (!me || clock.now().getTime() - me.created_at.getTime() > freshFor)
      throw logInAfresh()
  }

  const leave = (viewer: Viewer, kind: 'disabled' | 'deletion-asked', set: object) =>
    transact(database, async (tx) => {
      await tx.updateTable('users').set(set).where('id', '=', viewer.id).execute()
      await endSessions(tx, viewer.id)
      await sendMail(services, { kind, userId: viewer.id }, tx)
    })

  return [
    on(deleteAccount, async ({ input: { password }, viewer }) => {
      await prove(viewer, password)
      const deleteAt = new Date(clock.now().getTime() + graceDays * day)
      // Hidden at once, like whoever is disabled.
      await leave(viewer, 'deletion-asked', { disabled_at: clock.now(), delete_at: deleteAt })
      return { deleteAt: deleteAt.toISOString() }
    }),

    on(disableAccount, async ({ input: { password }, viewer }) => {
      await prove(viewer, password)
      await leave(viewer, 'disabled', { disabled_at: clock.now() })
      return {}
    }),
  ]
}
