import { memberVisibleSql } from '#domain/visible.ts'
import { sql } from 'kysely'
import { newToken, tokenHash } from '#platform/server/auth/tokens.ts'
import { transact } from '#platform/server/database/database.ts'
import type { JobQueue } from '#platform/server/jobs/jobs.ts'
import { renderMailMessage } from '#platform/server/mail/mail-message.ts'
import { mailer } from '#platform/server/mail/mail.ts'
import { separateSteps } from '#platform/server/jobs/separate-steps.ts'
import type { Services } from '#platform/server/services.ts'
import { weekDueForMail } from './morning.ts'
import { stopWeeklyMailPath } from './stop.server.ts'
import { writeWeeklyMail } from './template.server.ts'
import { loadMemberWeek } from './week.server.ts'

/** Number of members whose mails one transaction queues. */
const step = 200
/** The link in a mail that stops the weekly mail works for this many milliseconds. */
const kept = 90 * 24 * 60 * 60 * 1000

type Due = { userId: number; week: string }

/** SQL condition on a row of `users`: the weekly mail may go to this member now. */
const mayMail = sql<boolean>`u.email is not null and u.email_verified_at is not null and ${memberVisibleSql('u')}`

/** Queues, once an hour, the mails of the members in whose time zones it is the morning of the mail. */
const dueQueue = (services: Services): JobQueue => ({
  name: 'weekly-mails-due',
  every: '10 * * * *',
  async run() {
    const { database, clock, log } = services
    const now = clock.now()
    const steps = separateSteps(log)
    const { rows } = await sql<{ timeZone: string }>`
      select distinct coalesce(u.time_zone, 'UTC') as "timeZone"
        from weekly_mail_consents c join users u on u.id = c.user_id and ${mayMail}`.execute(
      database,
    )
    for (const { timeZone } of rows)
      await steps.run({ timeZone }, async () => {
        const week = weekDueForMail(now, timeZone)
        while (week && (await queueSome(services, timeZone, week)) === step);
      })
    const old = new Date(now.getTime() - kept)
    await sql`delete from weekly_mails where week < (${old}::timestamptz)::date`.execute(database)
    steps.end()
  },
})

/** Queues the mails of at most `step` members. The table's key prevents two processes from queueing the same mail. */
const queueSome = ({ database, jobs }: Services, timeZone: string, week: string) =>
  transact(database, async (tx) => {
    const { rows } = await sql<{ userId: number }>`
      insert into weekly_mails (user_id, week)
      select c.user_id, ${week}::date from weekly_mail_consents c join users u on u.id = c.user_id
       where coalesce(u.time_zone, 'UTC') = ${timeZone} and ${mayMail}
         and not exists (select 1 from weekly_mails w where w.user_id = c.user_id and w.week = ${week}::date)
       order by c.user_id limit ${step}
      on conflict do nothing returning user_id as "userId"`.execute(tx)
    for (const { userId } of rows) await jobs.send('weekly-mail', { userId, week }, tx)
    return rows.length
  })

/**
 * Writes and sends one mail. It is marked as sent before that: if this process dies in between, the member gets none
 * that week, but never two.
 */
export function weeklyMailSendQueue(services: Services): JobQueue<Due> {
  const { database, clock, settings, log } = services
  const post = mailer(settings, log)
  return {
    name: 'weekly-mail',
    sends: true,
    retryLimit: 8,
    retryDelay: 60,
    async run({ userId, week }) {
      const found = await loadMemberWeek(database, userId, clock.now())
      if (!found) return
      const token = newToken()
      const { rows } = await sql<{ email: string; name: string | null; city: string | null }>`
        update weekly_mails w set token_hash = ${tokenHash(token)}, sent_at = ${clock.now()}
          from weekly_mail_consents c join users u on u.id = c.user_id and ${mayMail}
         where w.user_id = ${userId} and w.week = ${week}::date and w.sent_at is null and c.user_id = w.user_id
           and not exists (select from weekly_mails later where later.user_id = w.user_id and later.week > w.week)
        returning u.email, case when not u.email_proven_elsewhere then u.user_name end as name,
                  case when not u.email_proven_elsewhere then u.location_name end as city`.execute(
        database,
      )
      const [member] = rows
      if (!member) return
      const { origin } = settings
      const stopLink = `${origin}${stopWeeklyMailPath}?token=${token}`
      const written = writeWeeklyMail(found, { ...member, origin, stopLink })
      try {
        await post.send({ kind: 'weekly', to: member.email, ...renderMailMessage(written, origin) })
      } catch (error) {
        await sql`
          update weekly_mails set sent_at = null
           where user_id = ${userId} and week = ${week}::date`.execute(database)
        throw error
      }
    },
  }
}

export const queues = (services: Services): JobQueue[] => [
  dueQueue(services),
  weeklyMailSendQueue(services),
]
