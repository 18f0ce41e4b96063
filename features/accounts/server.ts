import { spendLink } from '#features/mail/may-mail.server.ts'
import { sendMail } from '#features/mail/send.server.ts'
import { transact } from '#platform/server/database/database.ts'
import { implementCall } from '#platform/server/http/handler.ts'
import { rowById } from '#platform/server/database/row-by-id.ts'
import type { JobQueue } from '#platform/server/jobs/jobs.ts'
import type { Services } from '#platform/server/services.ts'
import { logout, noEmail, resendVerification, showSavePermissions } from './contract.ts'
import { emailHandlers } from './credentials/email.server.ts'
import { credentialHandlers } from './credentials/server.ts'
import { leavingHandlers, profileHandlers } from './profile/server.ts'
import { registerHandlers } from './sign-up/register.server.ts'
import { sessionHandlers } from './sessions/sessions.server.ts'
import { nightlyQueue } from './nightly.server.ts'
import { userCommand } from './user-command.server.ts'
import { verifyHandlers } from './sign-up/verify.server.ts'
import * as accounts from './contract.ts'
import * as credentials from './credentials/contract.ts'
import * as profile from './profile/contract.ts'

export { actingRecorder } from './sessions/acting.server.ts'
export { recomputeNameKeys as upgrade } from './names/rekey-names.server.ts'
export const commands = [userCommand]
export { backupRules } from './backup-rules.ts'
export const calls = { ...accounts, ...credentials, ...profile }

export const handlers = (services: Services) => {
  const { database } = services
  return [
    ...registerHandlers(services),
    ...verifyHandlers(services),
    ...credentialHandlers(services),
    ...emailHandlers(services),
    ...profileHandlers(services),
    ...sessionHandlers(services),
    ...leavingHandlers(services),

    implementCall(logout, async ({ viewer }) => {
      await database.deleteFrom('sessions').where('token_hash', '=', viewer.session).execute()
      return {}
    }),

    implementCall(showSavePermissions, async ({ viewer: { id, verified } }) => {
      const yolo = await database
        .selectFrom('yolos')
        .select('id')
        .where('user_id', '=', id)
        .limit(1)
        .executeTakeFirst()
      const yoloedEarlier = yolo !== undefined
      const allowed = verified || !yoloedEarlier
      const added =
        !verified &&
        (await database
          .selectFrom('restaurants')
          .select('id')
          .where('added_by', '=', id)
          .limit(1)
          .executeTakeFirst())
      return { yoloedEarlier, verified, allowed, restaurantAllowed: allowed && !added }
    }),

    implementCall(resendVerification, async ({ viewer: { id, verified }, request: { ip } }) => {
      if (verified) return { verified }
      const member = await rowById(database, 'users', id, ['email'])
      if (!member?.email) throw noEmail()
      await spendLink(services, { kind: 'verify', member: id, ip })
      const mail = { kind: 'verify', userId: id, ip, isCounted: true } as const
      await transact(database, (tx) => sendMail(services, mail, tx))
      return { verified }
    }),
  ]
}

export const queues = (services: Services): JobQueue[] => [nightlyQueue(services)]
