import { sql } from 'kysely'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { changeWeeklyMail } from '#domain/email-consent.ts'
import { countsSql } from '#domain/visible.ts'
import { invalidToken } from '#features/accounts/contract.ts'
import { transact } from '#platform/server/database/database.ts'
import { implementCall } from '#platform/server/http/handler.ts'
import type { JobQueue } from '#platform/server/jobs/jobs.ts'
import { renderMailMessage } from '#platform/server/mail/mail-message.ts'
import { mailer } from '#platform/server/mail/mail.ts'
import type { Services } from '#platform/server/services.ts'
import { stopWeeklyMail } from './contract.ts'
import { loadWeek, writeWeeklyMail } from './week.server.ts'

export * as calls from './contract.ts'

/** The page that a mail's link opens. Mail programs send a POST to the same address (RFC 8058). */
const stopPath = '/stop-weekly-mail'

/** Ends the weekly mail of the member whose token this is. The token can do nothing else, and does it any number of times. */
const stop = ({ database, clock }: Services, token: unknown) =>
  transact(database, async (tx) => {
    const { data: uuid = null } = z.uuid().safeParse(token)
    const found = tx.selectFrom('users').select('id').where('weekly_mail_token', '=', uuid)
    const member = await found.executeTakeFirstOrThrow(() => invalidToken())
    await changeWeeklyMail(tx, member, false, clock.now())
    return {}
  })

export const handlers = (services: Services) => [
  implementCall(stopWeeklyMail, ({ input: { token } }) => stop(services, token)),
]

/** Accepts the POST of a mail program, which has no log-in and doesn't follow redirects. Its form isn't needed. */
export function serve(server: FastifyInstance, services: Services): void {
  void server.register(async (posts) => {
    posts.removeAllContentTypeParsers()
    posts.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, _body, done) => done(null))
    // Some mail programs are pages of other sites.
    const config = { fromAnySite: true }
    posts.post(stopPath, { config }, async (request, reply) => {
      await services.limits.spend('any-site', { ip: request.ip, viewer: null })
      await stop(services, (request.query as { token?: unknown }).token)
      return reply
        .header('Cache-Control', 'no-store')
        .type('text/plain; charset=utf-8')
        .send('You won’t get the weekly mail any more.\n')
    })
  })
}

export const queues = ({ database, clock, jobs, settings, log }: Services): JobQueue[] => {
  const post = mailer(settings, log)
  return [
    {
      name: 'weekly-mails-due',
      every: '0 14 * * 4',
      // Who gets one is marked in the same transaction, so that nobody gets two.
      run: () =>
        transact(database, async (tx) => {
          const today = clock.now().toISOString().slice(0, 10)
          const { rows } = await sql<{ userId: number }>`
            update users u set weekly_mailed_on = ${today}::date
             where u.weekly_mail and ${countsSql('u')} and coalesce(u.weekly_mailed_on < ${today}::date, true)
            returning id as "userId"`.execute(tx)
          for (const row of rows) await jobs.send('weekly-mail', row, tx)
        }),
    },
    {
      name: 'weekly-mail',
      sends: true,
      retryLimit: 8,
      retryDelay: 60,
      async run({ userId }) {
        const week = await loadWeek(database, userId, clock.now())
        if (!week) return
        const message = writeWeeklyMail(week, settings.origin, stopPath)
        const mail = renderMailMessage(message, settings.origin)
        await post.send({ kind: 'weekly', to: week.email, ...mail })
      },
    },
  ]
}
