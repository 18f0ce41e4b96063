import { sql } from 'kysely'
import type { JobQueue } from '#platform/server/jobs/jobs.ts'
import type { Services } from '#platform/server/services.ts'

/** Deletes what has expired. */
export const nightlyQueue = ({ database, clock }: Services): JobQueue => ({
  name: 'sweep-accounts',
  every: '17 3 * * *',
  async run() {
    const now = clock.now()
    for (const table of ['sessions', 'mail_tokens', 'apple_logins'] as const)
      await database.deleteFrom(table).where('expires_at', '<=', now).execute()
    await sql`delete from rate_limits where expire < ${now.getTime()}::bigint`.execute(database)
  },
})
