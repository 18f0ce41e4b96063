import { sql } from 'kysely'
import { transact } from '#platform/server/database.ts'
import type { Services } from '#platform/server/services.ts'

/** Closes what is due; the database freezes the entries (rules: contests). */
export async function closeDue({ database, clock }: Services): Promise<void> {
  const now = clock.now()
  const due = await database
    .selectFrom('contests')
    .select('id')
    .where('closed_at', 'is', null)
    .where('closes_at', '<=', now)
    .orderBy('id')
    .execute()
  for (const { id } of due)
    await transact(database, (tx) => sql`select close_contest(${id}, ${now})`.execute(tx))
}
