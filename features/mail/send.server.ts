import type { Transaction } from 'kysely'
import { emailKey } from '#domain/email.ts'
import { Refusal } from '#platform/contract/failure.ts'
import { newToken, tokenHash } from '#platform/server/auth/tokens.ts'
import type { DB } from '#platform/server/database/schema.ts'
import type { JobQueue } from '#platform/server/jobs/jobs.ts'
import { renderMailMessage } from '#platform/server/mail/mail-message.ts'
import { mailer } from '#platform/server/mail/mail.ts'
import type { Services } from '#platform/server/services.ts'
import { mailTemplates, writeMail, type MailFacts, type MailKind } from './templates.server.ts'

export type OutgoingMail = {
  kind: MailKind
  /** Values that the template names. */
  facts?: MailFacts
  userId?: number
  /** In place of `userId`: the member with this address, if there is one, which must not be revealed (docs/safety.md, S7). */
  emailKey?: string
  /** The address, if it isn't the member's present one. */
  to?: string
}

/**
 * A mail as the queue stores it, with the credential version at the time of the request: it may be sent much later. It
 * never contains a token: links are made when it is written.
 */
type Queued = Omit<OutgoingMail, 'emailKey'> & { version?: number; at: string }

/**
 * Puts a mail into the outbox. With `tx`, it is sent only if the transaction commits. `ip` is where the request came from.
 * Mails that anyone can cause are limited per recipient and per address of the asker; a caller must not reveal that.
 */
export async function sendMail(
  services: Services,
  { kind, facts, ip, ...mail }: OutgoingMail & { ip?: string | undefined },
  tx?: Transaction<DB>,
): Promise<void> {
  const { jobs, database, clock } = services
  const user = await (tx ?? database)
    .selectFrom('users')
    .select(['id', 'email', 'credential_version'])
    .where((is) =>
      mail.emailKey === undefined
        ? is('id', '=', mail.userId ?? 0)
        : is('email_key', '=', mail.emailKey),
    )
    .executeTakeFirst()
  const to = mail.to ?? user?.email ?? undefined
  const email = mail.emailKey ?? emailKey(to ?? '')
  if (mailTemplates[kind].limited && !(await spendMail(services, email, ip))) return
  const version = user?.credential_version
  const at = clock.now().toISOString()
  const queued = { kind, facts, userId: user?.id, to, version, at }
  await jobs.send('mail', queued, tx)
}

async function spendMail({ limits }: Services, email: string, ip: string | undefined) {
  try {
    await limits.spendNamed({ 'mail-recipient': { email }, ...(ip && { 'mail-asker': { ip } }) })
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}

export const queues = (services: Services): JobQueue[] => {
  const { settings, database, log } = services
  const { origin, contactEmail } = settings
  const post = mailer(settings, log)
  const queue: JobQueue<Queued> = {
    name: 'mail',
    sends: true,
    retryLimit: 12,
    retryDelay: 10,
    async run(mail) {
      const { kind, facts, userId, to } = mail
      const user = await database
        .selectFrom('users')
        .select(['id', 'user_name', 'email', 'email_verified_at', 'credential_version'])
        .where('id', '=', userId ?? 0)
        .executeTakeFirst()
      const isGone = userId !== undefined && !user
      if (!to || isGone || (kind === 'verify' && user?.email_verified_at)) return
      const token = user ? await tokenFor(services, mail, user, to) : ''
      if (token === null) return
      // The name isn't sent to an address that may be a stranger's.
      const name = user?.email_verified_at && to === user.email ? user.user_name : null
      const message = writeMail(kind, { ...facts, name, token, address: to, origin })
      const replyTo = mailTemplates[kind].answered && { replyTo: contactEmail }
      await post.send({ kind, to, ...renderMailMessage(message, origin), ...replyTo })
    },
  }
  return [queue]
}

/**
 * Returns the token of a mail's link, an empty string if its kind has none, or null if the credentials have changed since
 * the request, so that the mail must no longer be sent. Only the token's hash is stored.
 */
async function tokenFor(
  { database, clock }: Services,
  { kind, version, at }: Queued,
  user: { id: number; credential_version: number },
  email: string,
) {
  const { link } = mailTemplates[kind]
  if (!link) return ''
  if (link.purpose !== 'restore' && version !== user.credential_version) return null
  const token = newToken()
  await database
    .insertInto('mail_tokens')
    .values({
      token_hash: tokenHash(token),
      user_id: user.id,
      purpose: link.purpose,
      email,
      credential_version: user.credential_version,
      created_at: at,
      expires_at: new Date(clock.now().getTime() + link.hours * 3_600_000),
    })
    .execute()
  return token
}
