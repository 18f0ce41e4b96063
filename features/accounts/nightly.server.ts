import { lockCountsOf } from '#domain/lock-order.ts'
import { transact } from '#platform/server/database.ts'
import { storedResponseLifetime } from '#platform/server/http/idempotency.ts'
import type { JobQueue } from '#platform/server/jobs.ts'
import type { Services } from '#platform/server/services.ts'
import { canUndoSql } from './credentials/email.server.ts'

async function forget({ database, clock }: Services): Promise<void> {
  const now = clock.now()
  await database.deleteFrom('sessions').where('expires_at', '<=', now).execute()
  await database.deleteFrom('mail_tokens').where('expires_at', '<=', now).execute()
  await database
    .deleteFrom('email_changes')
    .where(({ not }) => not(canUndoSql(now)))
    .execute()
  const forgotten = new Date(now.getTime() - storedResponseLifetime)
  await database.deleteFrom('idempotency_keys').where('started_at', '<=', forgotten).execute()
  await database.deleteFrom('age_refusals').where('expires_at', '<=', now).execute()
  await database.deleteFrom('rate_limits').where('expire', '<', String(now.getTime())).execute()
}

/** Deletes accounts and their data after the grace period (rules: leaving). A job with retries notifies Apple. */
export async function deleteExpiredAccounts({ database, clock, jobs }: Services): Promise<void> {
  await transact(database, async (tx) => {
    const leavers = await tx
      .selectFrom('users')
      .select('id')
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
}

export const nightlyQueue = (services: Services): JobQueue => ({
  name: 'sweep-accounts',
  every: '17 3 * * *',
  async run() {
    await deleteExpiredAccounts(services)
    await forget(services)
  },
})
