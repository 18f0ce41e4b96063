import { sql } from 'kysely'
import { sendMail } from '#features/mail/send.server.ts'
import { patience, patientStatementComment, transact } from '#platform/server/database/database.ts'
import type { JobQueue } from '#platform/server/jobs/jobs.ts'
import { separateSteps } from '#platform/server/jobs/separate-steps.ts'
import type { Database, Services, Tx } from '#platform/server/services.ts'
import { renewLostSeeds } from './drawing/seeds.server.ts'
import { drawRows } from './rows.server.ts'

const day = 24 * 60 * 60 * 1000
const remindAfter = 7 * day

/** Reminds winners who haven't answered, once each, and marks those whose time to answer is over. */
async function lookAfterWinners(services: Services): Promise<void> {
  const { database, clock, log } = services
  const steps = separateSteps(log)
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
    await steps.run({ contest: contestId, draw: k }, () =>
      transact(database, async (tx) => {
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
      }),
    )
  steps.end()
}

/**
 * Waits until no other closing of the contest goes on. Fails after half a second, unless by the job, so that a request
 * doesn't hold its connection for as long as a large contest takes.
 */
export async function waitForClosing(tx: Tx, id: number, byJob = false): Promise<void> {
  const patiently = byJob ? patientStatementComment : sql``
  if (!byJob) await sql`set local lock_timeout = '500ms'`.execute(tx)
  // Only another closing has this lock, so that writes to the contest's entries are still waited for.
  await sql`${patiently} select pg_advisory_xact_lock(hashtext('close_contest'), ${id})`.execute(tx)
  await sql`set local lock_timeout = 0`.execute(tx)
}

/**
 * Closes contests that are due, or only the contest `only`, if it is. The database freezes their entries (rules:
 * contests). By the job, one closing may take ten minutes. Otherwise it may take as long as every statement.
 */
export async function closeDueContests(
  { database, clock, log }: Services,
  { byJob = false, only }: { byJob?: boolean; only?: number } = {},
): Promise<void> {
  const now = clock.now()
  const steps = separateSteps(log)
  const due = await database
    .selectFrom('contests')
    .select('id')
    .where('closed_at', 'is', null)
    .where('closes_at', '<=', now)
    .$if(only !== undefined, (query) => query.where('id', '=', only!))
    .orderBy('id')
    .execute()
  for (const { id } of due)
    await steps.run({ contest: id }, () =>
      transact(database, async (tx) => {
        const patiently = byJob ? patientStatementComment : sql``
        if (byJob) await sql`set local statement_timeout = ${sql.lit(patience)}`.execute(tx)
        await waitForClosing(tx, id, byJob)
        await sql`${patiently} select close_contest(${id}, ${now})`.execute(tx)
      }),
    )
  steps.end()
}

/** How many milliseconds the time of the next closing is cached. */
const kept = 5_000

/** How long writes leave a closing that failed to the job, in milliseconds. */
const leftToJob = 60_000

/**
 * Returns a function to call before each write. It closes the contests that are due, because a contest shows as closed
 * from its closing time on, and later writes must not change its entries. The time of the next closing is cached for
 * five seconds, so that most writes need no query for it. Writes of a process wait for one closing together; if it fails,
 * for example because a large contest takes too long, they go on without it and leave it to the job.
 */
export function beforeChange(services: Services): () => Promise<void> {
  const { database, clock, log } = services
  let known = { at: Number.NEGATIVE_INFINITY, next: Infinity }
  let failedAt = Number.NEGATIVE_INFINITY
  let closing: Promise<void> | null = null
  return async () => {
    const now = clock.now().getTime()
    if (Math.abs(now - failedAt) < leftToJob) return
    try {
      if (Math.abs(now - known.at) > kept) known = { at: now, next: await nextClosing(database) }
      if (now < known.next) return
      closing ??= closeDueContests(services).finally(() => {
        closing = null
      })
      await closing
      known = { at: now, next: await nextClosing(database) }
    } catch (error) {
      // The job that closes contests tries again. The write that is about to happen must not fail because of this.
      failedAt = now
      log.warn({ err: (error as Error).message }, 'contests that are due could not be closed')
    }
  }
}

async function nextClosing(database: Database): Promise<number> {
  const next = await database
    .selectFrom('contests')
    .select('closes_at')
    .where('closed_at', 'is', null)
    .orderBy('closes_at')
    .limit(1)
    .executeTakeFirst()
  return next?.closes_at.getTime() ?? Infinity
}

async function closeAndRenew(services: Services): Promise<void> {
  const steps = separateSteps(services.log)
  await steps.run({ step: 'seeds' }, () => renewLostSeeds(services))
  await steps.run({ step: 'closing' }, () => closeDueContests(services, { byJob: true }))
  steps.end()
}

export const queues = (services: Services): JobQueue[] => [
  { name: 'close-contests', every: '* * * * *', run: () => closeAndRenew(services) },
  { name: 'contest-winners', every: '37 3 * * *', run: () => lookAfterWinners(services) },
]
