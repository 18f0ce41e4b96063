import type { Transaction } from 'kysely'
import type { JobQueue } from '#platform/server/jobs.ts'
import { letter, type Letter } from '#platform/server/mail-letter.ts'
import { mailer } from '#platform/server/mail.ts'
import type { DB } from '#platform/server/schema.ts'
import type { Database, Services } from '#platform/server/services.ts'
import { newToken, tokenHash } from '#platform/server/tokens.ts'
import { letters, linksOf, type Kind } from './letters.server.ts'

/** What waits in the outbox: whose mail it is, never its text or a token. */
export type Outgoing =
  | { kind: Kind; userId: number; to?: string; takedownId?: number }
  /** To whoever has this address, if anyone: the request that asked must not tell (S7). */
  | { kind: 'reset'; emailKey: string }

/** Puts a mail into the outbox; it exists only if the transaction commits. */
export const sendMail = ({ jobs }: Services, mail: Outgoing, tx?: Transaction<DB>) =>
  jobs.send('mail', mail, tx)

export function mailQueue(services: Services): JobQueue<Outgoing> {
  const { settings, database, log } = services
  const post = mailer(settings, log)
  return {
    name: 'mail',
    retryLimit: 12,
    retryDelay: 10,
    async run(mail) {
      const { kind } = mail
      const user = await database
        .selectFrom('users')
        .select(['id', 'user_name', 'email', 'email_verified_at'])
        .where((is) =>
          'emailKey' in mail ? is('email_key', '=', mail.emailKey) : is('id', '=', mail.userId),
        )
        .executeTakeFirst()
      const address = ('to' in mail ? mail.to : undefined) ?? user?.email
      if (!user || !address) return
      if (kind === 'verify' && user.email_verified_at) return
      const path = linksOf[kind]
      const link = path && (await newLink(services, { ...path, userId: user.id, email: address }))
      const written: Letter = letters[kind]({
        name: user.user_name,
        link: link ?? '',
        origin: settings.origin,
        takedown: await takedownOf(database, 'takedownId' in mail ? mail.takedownId : undefined),
      })
      await post.send({ kind, to: address, ...letter(written, settings.origin) })
    },
  }
}

async function takedownOf(database: Database, id = 0) {
  const row = await database
    .selectFrom('takedowns as t')
    .leftJoin('yolos as y', 'y.id', 't.yolo_id')
    .leftJoin('items as i', 'i.id', 'y.item_id')
    .leftJoin('restaurants as r', 'r.id', 'i.restaurant_id')
    .select(['t.kind', 't.word', 'i.name as item', 'r.name as restaurant'])
    .where('t.id', '=', id)
    .executeTakeFirst()
  const of = row?.kind === 'photo' ? 'photo of' : 'text on'
  const what = row?.item ? `your ${of} ${row.item} at ${row.restaurant}` : 'your account'
  return { what, word: row?.word ?? '' }
}

type Wanted = { purpose: string; page: string; minutes: number; userId: number; email: string }

/** Made when the mail is written: until then no token exists, afterwards only its hash is kept. */
async function newLink({ settings, database, clock }: Services, wanted: Wanted): Promise<string> {
  const token = newToken()
  const now = clock.now()
  await database
    .insertInto('mail_tokens')
    .values({
      token_hash: tokenHash(token),
      user_id: wanted.userId,
      purpose: wanted.purpose,
      email: wanted.email,
      created_at: now,
      expires_at: new Date(now.getTime() + wanted.minutes * 60_000),
    })
    .execute()
  return `${settings.origin}${wanted.page}?token=${token}`
}
