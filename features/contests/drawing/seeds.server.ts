import { createHash, randomBytes } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import { recordAudit, operatorActor } from '#domain/audit.ts'
import { transact } from '#platform/server/database/database.ts'
import type { DB } from '#platform/server/database/schema.ts'
import type { Services } from '#platform/server/services.ts'

/** Returns a new seed for a contest, and its hash, which is published. */
export function newSeed() {
  const seed = randomBytes(32).toString('hex')
  return { seed, seedHash: createHash('sha256').update(seed).digest('hex') }
}

export async function seedOf(tx: Transaction<DB>, contestId: number): Promise<string> {
  const { seed } = await tx
    .selectFrom('contest_seeds')
    .select('seed')
    .where('contest_id', '=', contestId)
    .executeTakeFirstOrThrow()
  return seed
}

/**
 * Selects contests that are to be drawn but have no seed. Backups contain no seeds, so that a stolen backup doesn't
 * reveal who will win.
 */
const withoutSeed = (database: Services['database'] | Transaction<DB>) =>
  database
    .selectFrom('contests')
    .select(['id', 'seed_hash', 'opens_at'])
    .where('seed_hash', 'is not', null)
    .where('seed', 'is', null)
    .where(sql<boolean>`not exists (select from contest_seeds s where s.contest_id = contests.id)`)

/**
 * After a restore, gives each contest without a seed a new one. The contest's page shows the new seed's hash and the
 * previous one.
 */
export async function renewLostSeeds({ database, clock }: Services): Promise<void> {
  for (const { id } of await withoutSeed(database).execute())
    await transact(database, async (tx) => {
      const contest = await withoutSeed(tx).where('id', '=', id).forUpdate().executeTakeFirst()
      if (!contest) return
      const at = clock.now()
      const { seed, seedHash } = newSeed()
      const lost = contest.seed_hash!
      await tx.insertInto('contest_seeds').values({ contest_id: id, seed }).execute()
      await tx.updateTable('contests').set({ seed_hash: seedHash }).where('id', '=', id).execute()
      await tx
        .insertInto('contest_changes')
        .values({ contest_id: id, at, what: 'seedHash', before: lost, after: seedHash })
        .execute()
      const change = { before: { seedHash: lost }, after: { seedHash }, at }
      await recordAudit(tx, operatorActor, 'contest.new-seed', `contest ${id}`, change)
    })
}
