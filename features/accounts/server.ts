import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { implementCall } from '#platform/server/http/handler.ts'
import type { BackupRules } from '#platform/server/feature.ts'
import type { JobQueue } from '#platform/server/jobs/jobs.ts'
import type { Services } from '#platform/server/services.ts'
import * as calls from './contract.ts'
import { logout, showSavePermissions } from './contract.ts'
import { credentialHandlers } from './credentials/server.ts'
import { leavingHandlers } from './profile/leave.server.ts'
import { profileHandlers } from './profile/server.ts'
import { registerHandlers } from './sign-up/register.server.ts'
import { sessionHandlers } from './sessions/sessions.server.ts'
import { userCommand } from './user-command.server.ts'
import { verifyHandlers } from './sign-up/verify.server.ts'

export { actingRecorder } from './sessions/sessions.server.ts'
export const commands = [userCommand]
export { calls }

export const handlers = (services: Services) => {
  const { database } = services
  return [
    ...registerHandlers(services),
    ...verifyHandlers(services),
    ...credentialHandlers(services),
    ...profileHandlers(services),
    ...sessionHandlers(services),
    ...leavingHandlers(services),

    implementCall(logout, async ({ viewer }) => {
      await database.deleteFrom('sessions').where('token_hash', '=', viewer.session).execute()
      return {}
    }),

    implementCall(showSavePermissions, async ({ viewer: { id, verified } }) => {
      const own = database.selectFrom('yolos').select('id').where('user_id', '=', id).limit(1)
      const yoloedEarlier = (await own.executeTakeFirst()) !== undefined
      return { yoloedEarlier, verified, allowed: verified || !yoloedEarlier }
    }),
  ]
}

/** Where password managers lead members who are to change their password. */
export function serve(server: FastifyInstance): void {
  server.get('/.well-known/change-password', (_request, reply) => reply.redirect('/account'))
}

/** Deletes what has expired. */
export const queues = ({ database, clock }: Services): JobQueue[] => [
  {
    name: 'sweep-accounts',
    every: '17 3 * * *',
    async run() {
      const now = clock.now()
      for (const table of ['sessions', 'mail_tokens', 'apple_logins'] as const)
        await database.deleteFrom(table).where('expires_at', '<=', now).execute()
      await sql`delete from rate_limits where expire < ${now.getTime()}::bigint`.execute(database)
    },
  },
]

export const backupRules: BackupRules = {
  leftOut: {
    sessions: 'a stolen backup must open nobody’s account: everyone logs in again',
    mail_tokens: 'links of mails sent before: they are asked for again',
    apple_logins: 'log-ins under way, of minutes',
    site_keys: 'private keys of this site, made again when needed',
    rate_limits: 'addresses of the last hours',
  },
}
