import type { FastifyInstance } from 'fastify'
import { invalidToken } from '#features/accounts/contract.ts'
import { changeWeeklyMail } from '#domain/email-consent.ts'
import { tokenHash } from '#platform/server/auth/tokens.ts'
import { transact } from '#platform/server/database/database.ts'
import { implementCall } from '#platform/server/http/handler.ts'
import type { Services } from '#platform/server/services.ts'
import { stopWeeklyMail } from './contract.ts'

/** The page that a mail's link opens. Mail programs send a POST to the same address (RFC 8058). */
export const stopWeeklyMailPath = '/stop-weekly-mail'

/** Ends the weekly mail of the member who got the mail with this token. The token can do nothing else. */
const stop = ({ database, clock }: Services, token: string) =>
  transact(database, async (tx) => {
    const mail = await tx
      .selectFrom('weekly_mails')
      .select('user_id')
      .where('token_hash', '=', tokenHash(token))
      .executeTakeFirst()
    if (!mail) throw invalidToken()
    await changeWeeklyMail(tx, { id: mail.user_id }, false, clock.now())
  })

export const handlers = (services: Services) => [
  implementCall(stopWeeklyMail, async ({ input: { token } }) => {
    await stop(services, token)
    return {}
  }),
]

/**
 * Accepts the POST of a mail program, which sends no cookie or log-in and doesn't follow redirects. Its body is a form
 * in one of the two usual encodings. Nothing in it is needed, so it isn't parsed.
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
    posts.post(stopWeeklyMailPath, { config }, async (request, reply) => {
      await services.limits.spend('any-site', { ip: request.ip, viewer: null })
      const { token } = request.query as { token?: unknown }
      if (typeof token !== 'string' || token.length > 200) throw invalidToken()
      await stop(services, token)
      return reply
        .header('Cache-Control', 'no-store')
        .type('text/plain; charset=utf-8')
        .send('You won’t get the weekly mail any more.\n')
    })
  })
}
