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
/** Number of members whose mails one transaction queues. */
const atOnce = 500

/** Ends the weekly mail of the member whose token this is. The token can do nothing else, and does it any number of times. */
const stop = ({ database, clock }: Services, token: unknown) =>
  transact(database, async (tx) => {
    const parsed = z.uuid().safeParse(token)
    if (!parsed.success) throw invalidToken()
    const member = await tx
      .selectFrom('users')
      .select('id')
      .where('weekly_mail_token', '=', parsed.data)
      .executeTakeFirst()
    if (!member) throw invalidToken()
    await changeWeeklyMail(tx, member, false, clock.now())
  })

export const handlers = (services: Services) => [
  implementCall(stopWeeklyMail, async ({ input: { token } }) => {
    await stop(services, token)
    return {}
  }),
]

/**
 * Accepts the POST of a mail program, which sends no cookie or log-in and doesn't follow redirects. Its body is a form.
 * Nothing in it is needed, so it isn't parsed.
 */
export function serve(server: FastifyInstance, services: Services): void {
  void server.register(async (posts) => {
    posts.removeAllContentTypeParsers()
    posts.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: 4096 },
      (_request, _body, done) => done(null),
    )
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

/** Queues the mails of the week. What is queued is marked in the same transaction, so that nobody gets two. */
const dueQueue = ({ database, clock, jobs }: Services): JobQueue => ({
  name: 'weekly-mails-due',
  every: '0 14 * * 4',
  async run() {
    const today = clock.now().toISOString().slice(0, 10)
    const queueSome = () =>
      transact(database, async (tx) => {
        const { rows } = await sql<{ userId: number }>`
          update users set weekly_mailed_on = ${today}::date
           where id in (
             select u.id from users u
              where u.weekly_mail and ${countsSql('u')} and coalesce(u.weekly_mailed_on < ${today}::date, true)
              limit ${atOnce} for update skip locked)
          returning id as "userId"`.execute(tx)
        for (const row of rows) await jobs.send('weekly-mail', row, tx)
        return rows.length
      })
    while ((await queueSome()) === atOnce);
  },
})

const sendQueue = ({ database, clock, settings, log }: Services): JobQueue<{ userId: number }> => {
  const post = mailer(settings, log)
  const { origin } = settings
  return {
    name: 'weekly-mail',
    sends: true,
    retryLimit: 8,
    retryDelay: 60,
    async run({ userId }) {
      const { rows } = await sql<{
        email: string
        name: string
        city: string | null
        token: string
      }>`
        select email, user_name as name, location_name as city, weekly_mail_token as token
          from users u where id = ${userId} and weekly_mail and email is not null and ${countsSql('u')}`.execute(
        database,
      )
      const week = await loadWeek(database, userId, clock.now())
      const [member] = rows
      if (!member || !week) return
      const stopLink = `${origin}${stopPath}?token=${member.token}`
      const message = writeWeeklyMail(week, { ...member, origin, stopLink })
      await post.send({ kind: 'weekly', to: member.email, ...renderMailMessage(message, origin) })
    },
  }
}

export const queues = (services: Services): JobQueue[] => [dueQueue(services), sendQueue(services)]
