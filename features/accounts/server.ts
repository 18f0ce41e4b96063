import { transact } from '#platform/server/database.ts'
import { on } from '#platform/server/http/handler.ts'
import type { JobQueue } from '#platform/server/jobs.ts'
import type { Services } from '#platform/server/services.ts'
import { isYoloAllowed, logout, resendVerification } from './contract.ts'
import { appleProvider } from './apple/provider.server.ts'
import { appleHandlers } from './apple/server.ts'
import { appleStandInHandlers } from './apple/stand-in.server.ts'
import { credentialHandlers } from './credentials/server.ts'
import { leavingHandlers } from './profile/leaving.server.ts'
import { loginHandlers } from './log-in/login.server.ts'
import { mailQueue, sendMail } from './mail/send.server.ts'
import { profileHandlers } from './profile/server.ts'
import { registerHandlers } from './sign-up/register.server.ts'
import { sessionHandlers } from './log-in/sessions.server.ts'
import { revokeQueue, sweepQueue } from './nightly.server.ts'
import { verifyHandlers } from './sign-up/verify.server.ts'
import * as accounts from './contract.ts'
import * as credentials from './credentials/contract.ts'
import * as leaving from './profile/leaving.contract.ts'
import * as profile from './profile/contract.ts'

export { actingWitness as witness } from './log-in/acting.server.ts'
export { rekeyNames as upgrade } from './names/rekey-names.server.ts'
export { withAppleStandIn as prepare } from './apple/stand-in.server.ts'
export { commands } from './commands.ts'
export const calls = { ...accounts, ...credentials, ...leaving, ...profile }

const providerOf = ({ settings: { apple, origin } }: Services) =>
  apple ? appleProvider(apple, `${origin}/api/login/apple/callback`) : null

export const handlers = (services: Services) => {
  const { database, limits } = services
  const apple = providerOf(services)
  return [
    ...registerHandlers(services),
    ...loginHandlers(services),
    ...verifyHandlers(services),
    ...credentialHandlers(services),
    ...profileHandlers(services),
    ...sessionHandlers(services),
    ...leavingHandlers(services),
    ...appleHandlers(services, apple),
    ...appleStandInHandlers(services),

    on(logout, async ({ viewer }) => {
      await database.deleteFrom('sessions').where('token_hash', '=', viewer.session).execute()
      return {}
    }),

    on(isYoloAllowed, async ({ viewer: { id, verified } }) => {
      const yolo = await database
        .selectFrom('yolos')
        .select('id')
        .where('user_id', '=', id)
        .limit(1)
        .executeTakeFirst()
      const yoloedEarlier = yolo !== undefined
      return { yoloedEarlier, verified, allowed: verified || !yoloedEarlier }
    }),

    on(resendVerification, async ({ viewer: { id, verified } }) => {
      if (verified) return { verified }
      await limits.spendNamed('resend-verification', { member: id })
      await transact(database, (tx) => sendMail(services, { kind: 'verify', userId: id }, tx))
      return { verified }
    }),
  ]
}

export const queues = (services: Services): JobQueue[] => [
  mailQueue(services),
  sweepQueue(services),
  revokeQueue(providerOf(services)),
]
