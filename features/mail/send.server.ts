import type { ExpressionBuilder, Transaction } from 'kysely'
import { transact } from '#platform/server/database/database.ts'
import type { JobQueue } from '#platform/server/jobs/jobs.ts'
import { renderMailMessage, type MailMessage } from '#platform/server/mail/mail-message.ts'
import { mailer } from '#platform/server/mail/mail.ts'
import type { DB } from '#platform/server/database/schema.ts'
import type { Database, Services } from '#platform/server/services.ts'
import { newToken, tokenHash } from '#platform/server/auth/tokens.ts'
import { lockMember } from '#domain/locks/lock-member.ts'
import { openedByAppleSql } from '#domain/opened-by-apple.ts'
import { mightBeAnothers } from '#domain/proven-address.ts'
import { mailboxOf, spendMailBudget } from './may-mail.server.ts'
import { mailTemplates, mailLinkSpecs, type MailKind } from './templates.server.ts'

/** A mail in the outbox. It identifies the recipient but never contains a text or token. */
export type OutgoingMail = {
  kind: MailKind
  to?: string
  takedownId?: number
  contestId?: number
  changeId?: number
} & (
  | { userId: number; emailKey?: never }
  /** For the member with this address, if there is one, which the request must not reveal (docs/safety.md, S7). */
  | { emailKey: string; userId?: never }
)

/**
 * A mail as the queue stores it, with the credential version (and for warnings the address) at the time of the request,
 * because the mail might be sent much later.
 */
type Queued = OutgoingMail & {
  version?: number | null
  /** True for a mail that was asked for, but isn't sent, because its mailbox has got too many. */
  withheld?: boolean
}

/** Mails about what was just done in the account. */
const aboutActs: readonly MailKind[] = [
  'email-changing',
  'password-changed',
  'deletion-asked',
  'disabled',
]

// Warnings go to the address at the time of the request, because a thief might change it before they are sent.
const warnings: readonly MailKind[] = [
  ...aboutActs,
  'returned',
  'apple-linked',
  'apple-unlinked',
  'register-attempt',
]

/** Mails to an address that its member typed, which might be a stranger's as long as it isn't verified. */
const toTypedAddresses: readonly MailKind[] = [...warnings, 'verify']

/** Mails that the account itself asks for, to its address or a new one. */
const askedFor: Partial<Record<MailKind, 'own' | 'new'>> = { verify: 'own', 'change-email': 'new' }

/** Mails to an address that is somebody else's than who asks. Their number is limited even if it is verified. */
const toOthers: readonly MailKind[] = ['change-email', 'register-attempt']

/**
 * Puts a mail into the outbox, unless its mailbox might be a stranger's and has got too many, which the caller must not
 * reveal. Throws if it tells of one act too many of an account whose address was only proven elsewhere, which must not
 * happen then. With `tx`, it is sent only if the transaction commits. `ip` is where the request came from.
 */
export async function sendMail(
  services: Services,
  { ip, asker, isCounted, ...mail }: OutgoingMail & Partial<Requester>,
  tx?: Transaction<DB>,
): Promise<void> {
  const { jobs, database } = services
  const user = await (tx ?? database)
    .selectFrom('users')
    .select([
      'email',
      'email_key',
      'email_verified_at',
      'email_proven_elsewhere',
      'credential_version',
    ])
    .where((is) => isOf(is, mail))
    .executeTakeFirst()
  if (!(await maySend(services, mail, user, { ip, asker, isCounted }))) return
  const to = warnings.includes(mail.kind) && user?.email ? { to: user.email } : {}
  const withheld = mail.kind === 'reset' && (await isWithheld(services, mail, user, ip))
  const queued = { ...to, ...mail, withheld, version: user?.credential_version ?? null }
  await jobs.send('mail', queued satisfies Queued, tx)
}

/** Where a request comes from, the account that asks to have the address, and whether `spendLink` counted the mail. */
type Requester = {
  ip: string | undefined
  asker: number | undefined
  isCounted: boolean | undefined
}

/** What is known of the member who gets a mail. */
type Recipient =
  | { email_key: string | null; email_verified_at: Date | null; email_proven_elsewhere: boolean }
  | undefined

/** Returns whether the mailbox may get one more of these mails, and counts it if its number is limited. */
async function maySend(
  services: Services,
  { kind, to, userId: member }: OutgoingMail,
  user: Recipient,
  requester: Requester,
): Promise<boolean> {
  // A member who verified their address elsewhere may be asked to do it once more, logged in.
  const isTyped = kind === 'verify' || (toTypedAddresses.includes(kind) && !user?.email_verified_at)
  const email = to?.toLowerCase() ?? user?.email_key
  if (!email) return true
  // Refused, not kept back: its member, who may have verified it on a phone, must read of what was done.
  if (aboutActs.includes(kind) && user?.email_verified_at && user.email_proven_elsewhere)
    await services.limits.spendNamed({ 'mail-elsewhere': { email: mailboxOf(email) } })
  if (!(isTyped || toOthers.includes(kind))) return true
  return spendMailBudget(services, { email, by: askedFor[kind] ?? 'others', member, ...requester })
}

/**
 * Returns whether the link to a new password isn't sent, because its mailbox might be a stranger's and has got too many
 * mails. It is counted, and queued, for every address alike, because the time must not tell which ones are known
 * (docs/safety.md, S7).
 */
async function isWithheld(
  services: Services,
  { emailKey = '' }: OutgoingMail,
  user: Recipient,
  ip: string | undefined,
): Promise<boolean> {
  const isUnproven = user !== undefined && user.email_verified_at === null
  const email = isUnproven ? (user.email_key ?? emailKey) : emailKey
  const by = isUnproven ? 'reset' : 'proven'
  const mayMail = await spendMailBudget(services, { email, by, ip })
  return !mayMail && isUnproven
}

const isOf = (is: ExpressionBuilder<DB, 'users'>, mail: OutgoingMail) =>
  mail.userId === undefined ? is('email_key', '=', mail.emailKey) : is('id', '=', mail.userId)

export function mailQueue(services: Services): JobQueue<Queued> {
  const { settings, database, log } = services
  const post = mailer(settings, log)
  return {
    name: 'mail',
    sends: true,
    retryLimit: 12,
    retryDelay: 10,
    async run(mail) {
      const { kind } = mail
      if (mail.withheld) return
      const user = await database
        .selectFrom('users')
        .select(['id', 'user_name', 'email', 'email_verified_at', 'email_proven_elsewhere'])
        .select(openedByAppleSql.as('apple'))
        .where((is) => isOf(is, mail))
        .executeTakeFirst()
      const address = mail.to ?? user?.email
      if (!user || !address) return
      if (kind === 'verify' && user.email_verified_at && !user.email_proven_elsewhere) return
      const link = await linkOf(services, mail, user.id, address)
      if (link === null) return
      const isProven = !mightBeAnothers(user) && address === user.email
      const written: MailMessage = mailTemplates[kind]({
        name: isProven ? user.user_name : null,
        link,
        address,
        apple: user.apple,
        origin: settings.origin,
        takedown: await takedownOf(database, isProven, mail.takedownId),
        contest: await contestOf(database, mail.contestId),
      })
      await post.send({ kind, to: address, ...renderMailMessage(written, settings.origin) })
    },
  }
}

/** Names what was taken down. Its dish and restaurant, which its author may have named, only at a proven address. */
async function takedownOf(database: Database, isProven: boolean, id = 0) {
  const row = await database
    .selectFrom('takedowns as t')
    .leftJoin('yolos as y', 'y.id', 't.yolo_id')
    .leftJoin('items as i', 'i.id', 'y.item_id')
    .leftJoin('restaurants as r', 'r.id', 'i.restaurant_id')
    .select(['t.kind', 't.word', 't.answer', 'i.name as item', 'r.name as restaurant'])
    .where('t.id', '=', id)
    .executeTakeFirst()
  const [noun, of] = row?.kind === 'photo' ? ['photo', 'of'] : ['text', 'on']
  const named = isProven
    ? `your ${noun} ${of} ${row?.item} at ${row?.restaurant}`
    : `a ${noun} of your account`
  return {
    what: row?.item ? named : 'your account',
    toPutRight: row?.kind === 'member' ? 'your name, bio or picture' : 'it',
    word: row?.word ?? '',
    answered: Boolean(row?.answer),
  }
}

async function contestOf(database: Database, id = 0) {
  const row = await database
    .selectFrom('contests')
    .select(['title', 'prize'])
    .where('id', '=', id)
    .executeTakeFirst()
  return { page: `/contests/${id}`, title: row?.title ?? '', prize: row?.prize ?? '' }
}

/**
 * Returns the link of a mail, an empty string if its kind has none, or null if the mail must no longer be sent: the
 * credentials have changed since the request, which is checked under the member's lock (docs/safety.md, S8), or the
 * change of e-mail to undo no longer exists. The token is created only when the mail is written, and only its hash is
 * stored.
 */
async function linkOf(services: Services, mail: Queued, userId: number, email: string) {
  const { settings, database, clock } = services
  const { kind, changeId, version = 0 } = mail
  if (changeId) return undoLink(services, changeId)
  const link = mailLinkSpecs[kind]
  if (!link) return ''
  const token = newToken()
  const now = clock.now()
  return transact(database, async (tx) => {
    const member = await lockMember(tx, userId)
    if (!member || member.credential_version !== version) return null
    await tx
      .insertInto('mail_tokens')
      .values({
        token_hash: tokenHash(token),
        user_id: userId,
        purpose: link.purpose,
        email,
        credential_version: version,
        created_at: now,
        expires_at: new Date(now.getTime() + link.minutes * 60_000),
      })
      .execute()
    return `${settings.origin}${link.page}?token=${token}`
  })
}

/** Returns a link that undoes a change of e-mail. A thief's later changes of the credentials don't void it. */
async function undoLink({ settings, database }: Services, changeId: number) {
  const token = newToken()
  const change = await database
    .updateTable('email_changes')
    .set({ token_hash: tokenHash(token) })
    .where('id', '=', changeId)
    .returning('id')
    .executeTakeFirst()
  return change ? `${settings.origin}/undo-email?token=${token}` : null
}
