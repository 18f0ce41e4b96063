import { lockCountsOf, lockMembers } from '#domain/locks/lock-order.ts'
import { membersWithWrongCounts, updateCounted } from '#domain/votes-that-count.ts'
import type { CustomCheck } from '#platform/server/check.ts'
import { transact } from '#platform/server/database/database.ts'
import type { JobQueue } from '#platform/server/jobs/jobs.ts'
import { separateSteps } from '#platform/server/jobs/separate-steps.ts'
import type { Services } from '#platform/server/services.ts'

/**
 * Corrects which votes and favorites count. Each member's are corrected in a separate transaction, so that locks are
 * short.
 */
async function recountVotes({ database, clock, log }: Services): Promise<void> {
  const now = clock.now()
  const steps = separateSteps(log)
  for (const id of await membersWithWrongCounts(database, now))
    await steps.run({ member: id }, () =>
      transact(database, async (tx) => {
        await lockMembers(tx, [id])
        await lockCountsOf(tx, [id])
        await updateCounted(tx, [id], now)
      }),
    )
  steps.end()
}

/** Runs every night, because which of them count also changes as time passes. */
export const recountQueue = (services: Services): JobQueue => ({
  name: 'recount-votes',
  every: '7 3 * * *',
  run: () => recountVotes(services),
})

const patience = 25 * 60 * 60 * 1000

export const countedVotesCheck: CustomCheck = {
  name: 'votes-counted',
  description:
    'the votes and favorites that count are those that should, since the last night at the latest',
  async find({ database, clock }) {
    const now = clock.now()
    const before = new Date(now.getTime() - patience)
    const earlier = new Set(await membersWithWrongCounts(database, before))
    const wrong = (await membersWithWrongCounts(database, now)).filter((id) => earlier.has(id))
    return { count: wrong.length, examples: wrong.slice(0, 5) }
  },
  repair: recountVotes,
}
