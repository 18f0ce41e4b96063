import { sql } from 'kysely'
import { sendMail } from '#features/mail/send.server.ts'
import { transact } from '#platform/server/database.ts'
import type { JobQueue } from '#platform/server/jobs.ts'
import type { Services } from '#platform/server/services.ts'
import { renewLostSeeds } from './drawing/seeds.server.ts'
import { drawRows } from './rows.server.ts'

const day = 24 * 60 * 60 * 1000
const remindAfter = 7 * day

/** Reminds winners who haven't answered, once each, and marks those whose time to answer is over. */
async function lookAfterWinners(services: Services): Promise<void> {
  const { database, clock } = services
  const now = clock.now()
  const draws = await drawRows(database, now)
  for (const { contestId, k, overdueAt, outcome } of draws)
    if (outcome === 'unanswered' && !overdueAt)
      await database
        .updateTable('contest_draws')
        .set({ overdue_at: now })
        .where('contest_id', '=', contestId)
        .where('k', '=', k)
        .execute()
  const waiting = draws.filter(
    ({ outcome, remindedAt, drawnAt }) =>
      outcome === 'waiting' && !remindedAt && now.getTime() - Date.parse(drawnAt) >= remindAfter,
  )
  for (const { contestId, k, userId } of waiting)
    await transact(database, async (tx) => {
      const reminded = await tx
        .updateTable('contest_draws')
        .set({ reminded_at: now })
        .where('contest_id', '=', contestId)
        .where('k', '=', k)
        .where('reminded_at', 'is', null)
        .where('accepted', 'is', null)
        .executeTakeFirst()
      if (reminded.numUpdatedRows > 0n)
        await sendMail(services, { kind: 'contest-reminder', userId: userId!, contestId }, tx)
    })
}

/** Closes contests that are due. The database freezes their entries (rules: contests). */
export async function closeDueContests({ database, clock }: Services): Promise<void> {
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

async function closeAndRenew(services: Services): Promise<void> {
  await renewLostSeeds(services)
  await closeDueContests(services)
}

export const queues = (services: Services): JobQueue[] => [
  { name: 'close-contests', every: '* * * * *', run: () => closeAndRenew(services) },
  { name: 'contest-winners', every: '37 3 * * *', run: () => lookAfterWinners(services) },
]
