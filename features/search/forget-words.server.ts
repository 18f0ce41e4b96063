import { sql } from 'kysely'
import { hasErrnoCode } from '#platform/server/errno.ts'
import type { JobQueue } from '#platform/server/jobs/jobs.ts'
import type { Database, Services } from '#platform/server/services.ts'

const batch = 500

/** Deletes from the vocabulary the words that no listed dish or restaurant has any more. */
async function forgetWords(database: Database): Promise<void> {
  try {
    for (;;) {
      const { rows } = await sql<{ taken: number }>`
        select forget_words(${batch}) as taken`.execute(database)
      if (rows[0]!.taken < batch) return
    }
  } catch (error) {
    // A long transaction, such as an import, is learning words. The next run goes on.
    if (!hasErrnoCode(error, '55P03')) throw error
  }
}

export const forgetWordsQueue = ({ database }: Services): JobQueue => ({
  name: 'forget-words',
  every: '* * * * *',
  run: () => forgetWords(database),
})
