import { lockCountsOf } from '#domain/lock-order.ts'
import { transact } from '#platform/server/database.ts'
import { storedResponseLifetime } from '#platform/server/http/idempotency.ts'
import type { JobQueue } from '#platform/server/jobs.ts'
import { separateSteps } from '#platform/server/separate-steps.ts'
import type { Services } from '#platform/server/services.ts'
import { canUndoSql } from './credentials/email.server.ts'

/** How many accounts are deleted at once: alone, one with 350 votes takes forty times as long. */
const atOnce = 100

type Steps = ReturnType<typeof separateSteps>

async function forget({ database, clock }: Services, steps: Steps): Promise<void> {
  const now = clock.now()
  const forgotten = new Date(now.getTime() - storedResponseLifetime)
  const expired = [
    database.deleteFrom('sessions').where('expires_at', '<=', now),
    database.deleteFrom('mail_tokens').where('expires_at', '<=', now),
    database.deleteFrom('email_changes').where(({ not }) => not(canUndoSql(now))),
    database.deleteFrom('idempotency_keys').where('started_at', '<=', forgotten),
    database.deleteFrom('age_refusals').where('expires_at', '<=', now),
    database.deleteFrom('rate_limits').where('expire', '<', String(now.getTime())),
  ]
  for (const rows of expired) await steps.run({ forget: rows.compile().sql }, () => rows.execute())
}

/**
 * Deletes accounts and their data after the grace period (rules: leaving), some at a time: any number may leave on one
 * day, and no statement may take longer than ten seconds.
 */
async function deleteExpiredAccounts(services: Services, steps: Steps): Promise<void> {
  const leavers = await services.database
    .selectFrom('users')
    .select('id')
    .where('delete_at', '<=', services.clock.now())
    .orderBy('id')
    .execute()
  for (let from = 0; from < leavers.length; from += atOnce) {
    const ids = leavers.slice(from, from + atOnce).map(({ id }) => id)
    await steps.runForEach('account', ids, (some) => deleteAccounts(services, some))
  }
}

/** Deletes those of these accounts whose members haven't come back. A job with retries notifies Apple. */
const deleteAccounts = ({ database, clock, jobs }: Services, wanted: number[]) =>
  transact(database, async (tx) => {
    const leavers = await tx
      .selectFrom('users')
      .select('id')
      .where('id', 'in', wanted)
      .where('delete_at', '<=', clock.now())
      .orderBy('id')
      .forUpdate()
      .execute()
    const ids = leavers.map(({ id }) => id)
    if (ids.length === 0) return
    await lockCountsOf(tx, ids)
    const held = await tx
      .selectFrom('identities')
      .select('refresh_token')
      .where('user_id', 'in', ids)
      .where('refresh_token', 'is not', null)
      .execute()
    await tx.deleteFrom('users').where('id', 'in', ids).execute()
    for (const { refresh_token: refreshToken } of held)
      await jobs.send('apple-revoke', { refreshToken }, tx)
  })

export const nightlyQueue = (services: Services): JobQueue => ({
  name: 'sweep-accounts',
  every: '17 3 * * *',
  async run() {
    const steps = separateSteps(services.log)
    await forget(services, steps)
    await steps.run({ step: 'accounts' }, () => deleteExpiredAccounts(services, steps))
    steps.end()
  },
})
