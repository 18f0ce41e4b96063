import { sql } from 'kysely'
import type { JobQueue } from '#platform/server/jobs/jobs.ts'
import type { Services } from '#platform/server/services.ts'

/** How long a dish is kept that nobody has saved. Deleting a favorite can be undone for much less. */
export const unsavedFor = 7 * 24 * 60 * 60 * 1000
const batch = 200

async function removeUnsavedItems({ database, clock }: Services): Promise<void> {
  const now = clock.now()
  const due = new Date(now.getTime() - unsavedFor)
  for (;;) {
    const { rows } = await sql<{ noted: number }>`
      select remove_unsaved_items(${due}, ${now}, ${batch}) as noted`.execute(database)
    if (rows[0]!.noted < batch) return
  }
}

/** Deletes dishes that nobody has saved for days. Otherwise saving and deleting would leave rows for good. */
export const unsavedItemsQueue = (services: Services): JobQueue => ({
  name: 'remove-unsaved-items',
  every: '33 * * * *',
  run: () => removeUnsavedItems(services),
})
