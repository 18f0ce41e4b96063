import type { ExpressionBuilder, Transaction } from 'kysely'
import { emailKey } from '#domain/email.ts'
import { Refusal } from '#platform/contract/failure.ts'
import { newToken, tokenHash } from '#platform/server/auth/tokens.ts'
import type { DB } from '#platform/server/database/schema.ts'
import type { JobQueue } from '#platform/server/jobs/jobs.ts'
import { renderMailMessage } from '#platform/server/mail/mail-message.ts'
import { mailer } from '#platform/server/mail/mail.ts'
import type { Services } from '#platform/server/services.ts'
import { mailTemplates, writeMail, type MailFacts, type MailKind } from './templates.server.ts'

/** A mail in the outbox. It never contains a token: links are made when it is written. */
export type OutgoingMail = {
  kind: MailKind
  /** Values that the template names. */
  facts?: MailFacts
} & (
  | { userId: number; to?: string; emailKey?: never }
  /** For the member with this address, if there is one, which the request must not reveal (docs/safety.md, S7). */
  | { emailKey: string; to?: never; userId?: never }
  | { to: string; emailKey?: never; userId?: never }
)

/** A mail as the queue stores it, with the credential version at the time of the request: it may be sent much later. */
type Queued = OutgoingMail & { version: number | null; at: string }

/**
 * Puts a mail into the outbox. With `tx`, it is sent only if the transaction commits. `ip` is where the request came from.
 * Mails that anyone can cause are limited per recipient and per address of the asker; a caller must not reveal that.
 */
export async function sendMail(
  services: Services,
  { ip, ...mail }: OutgoingMail & { ip?: string | undefined },
  tx?: Transaction<DB>,
): Promise<void> {
  const { jobs, database, clock } = services
  const template = mailTemplates[mail.kind]
  const user = await (tx ?? database)
    .selectFrom('users')
    .select(['email', 'credential_version'])
    .where((is) => isRecipient(is, mail))
    .executeTakeFirst()
  const key = mail.emailKey ?? emailKey(mail.to ?? user?.email ?? '')
  if (template.limited && !(await spendMail(services, key, ip))) return
  // A warning goes to the address at the time of the request, which a thief might change before it is sent.
  const to = template.warns && user?.email ? { to: user.email } : {}
  const queued = {
    ...to,
    ...mail,
    version: user?.credential_version ?? null,
    at: clock.now().toISOString(),
  }
  await jobs.send('mail', queued as Queued, tx)
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

const isRecipient = (is: ExpressionBuilder<DB, 'users'>, { userId, emailKey }: OutgoingMail) =>
  userId === undefined ? is('email_key', '=', emailKey ?? '') : is('id', '=', userId)

function mailQueue(services: Services): JobQueue<Queued> {
  const { settings, database, log } = services
  const post = mailer(settings, log)
  return {
    name: 'mail',
    sends: true,
    retryLimit: 12,
    retryDelay: 10,
    async run(mail) {
      const { kind, facts } = mail
      const user = await database
        .selectFrom('users')
        .select(['id', 'user_name', 'email', 'email_verified_at', 'credential_version'])
        .where((is) => isRecipient(is, mail))
        .executeTakeFirst()
      const address = mail.to ?? user?.email
      if (!address || (mail.userId !== undefined && !user)) return
      if (kind === 'verify' && user?.email_verified_at) return
      const token = user ? await tokenFor(services, mail, user, address) : ''
      if (token === null) return
      // The name isn't sent to an address that may be a stranger's.
      const isProven = user?.email_verified_at && address === user.email
      const { origin } = settings
      const name = isProven ? user.user_name : null
      const message = writeMail(kind, { ...facts, name, token, address, origin })
      await post.send({
        kind,
        to: address,
        ...renderMailMessage(message, origin),
        ...(mailTemplates[kind].answered && { replyTo: settings.contactEmail }),
      })
    },
  }
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

export const queues = (services: Services): JobQueue[] => [mailQueue(services)]
