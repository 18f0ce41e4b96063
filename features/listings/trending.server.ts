import { sql } from 'kysely'
import type { JobQueue } from '#platform/server/jobs/jobs.ts'
import type { Services } from '#platform/server/services.ts'

const day = 24 * 60 * 60 * 1000
/** Returns the beginning of the week: the beginning of the day (UTC) six days before today. */
const sinceOf = (now: Date) => new Date(Math.floor(now.getTime() / day) * day - 6 * day)
/** Number of items that are locked and recounted together. */
const batch = 200

/**
 * Moves the week forward, so that votes and favorites from before it stop counting. If a run is interrupted, the next
 * one continues.
 */
export async function moveTrendingWindow({ database, clock }: Services): Promise<void> {
  await sql`
    update trending_window set since = ${sinceOf(clock.now())}, settled = false
     where since < ${sinceOf(clock.now())}`.execute(database)
  const { rows } = await sql<{ since: Date; settled: boolean }>`
    select since, settled from trending_window`.execute(database)
  const { since, settled } = rows[0]!
  if (settled) return
  for (let last = 0; ;) {
    const { rows: found } = await sql<{ id: number }>`
      select id from items where id > ${last} and trending > 0 order by id limit ${batch}`.execute(
      database,
    )
    if (found.length === 0) break
    await sql`select recount_items(${found.map(({ id }) => id)}::integer[])`.execute(database)
    last = found.at(-1)!.id
  }
  await sql`update trending_window set settled = true where since = ${since}`.execute(database)
}

/** Runs every hour: the run soon after midnight (UTC) moves the week, later ones do what it missed. */
export const trendingQueue = (services: Services): JobQueue => ({
  name: 'move-trending-window',
  every: '1 * * * *',
  run: () => moveTrendingWindow(services),
})
