import { transact } from '#platform/server/database.ts'
import { on } from '#platform/server/handler.ts'
import type { JobQueue } from '#platform/server/jobs.ts'
import type { Limits } from '#platform/server/limits.ts'
import type { Services } from '#platform/server/services.ts'
import { isYoloAllowed, logout, resendVerification } from './contract.ts'
import { appleProvider } from './apple-provider.server.ts'
import { appleHandlers } from './apple.server.ts'
import { appleStandInHandlers } from './apple-stand-in.server.ts'
import { credentialHandlers } from './credentials.server.ts'
import { leavingHandlers } from './leaving.server.ts'
import { loginHandlers } from './login.server.ts'
import { mailQueue, sendMail } from './mails.server.ts'
import { profileHandlers } from './profile.server.ts'
import { registerHandlers } from './register.server.ts'
import { sessionHandlers } from './sessions.server.ts'
import { revokeQueue, sweepQueue } from './sweep.server.ts'
import { verifyHandlers } from './verify.server.ts'

const providerOf = ({ settings: { apple, origin } }: Services) =>
  apple ? appleProvider(apple, `${origin}/api/login/apple/callback`) : null

export const accountHandlers = (services: Services, limits: Limits) => {
  const { database } = services
  const apple = providerOf(services)
  return [
    ...registerHandlers(services, limits),
    ...loginHandlers(services, limits),
    ...verifyHandlers(services),
    ...credentialHandlers(services, limits),
    ...profileHandlers(services),
    ...sessionHandlers(services),
    ...leavingHandlers(services, limits),
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
      await limits.spendNamed('resend-verification', String(id))
      await transact(database, (tx) => sendMail(services, { kind: 'verify', userId: id }, tx))
      return { verified }
    }),
  ]
}

export const accountQueues = (services: Services): JobQueue[] => [
  mailQueue(services),
  sweepQueue(services),
  revokeQueue(providerOf(services)),
]
