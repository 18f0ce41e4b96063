import { sql, type Transaction } from 'kysely'
import { holdMembers, releaseMembers } from '#domain/holds.ts'
import type { DB } from '#platform/server/schema.ts'
import type { Database } from '#platform/server/services.ts'

type Tx = Transaction<DB>

type Deciding = { id: number; decision: 'hold' | 'clear'; by: number; reason: string }

/**
 * Holds all of a cluster, or clears them: the rule doesn't hold them again, and they wait in the queue again only
 * when the cluster has doubled. Answers how many they are; null where it doesn't wait.
 */
export async function decideIn(tx: Tx, { id, decision, by, reason }: Deciding, now: Date) {
  if (!(await lockCluster(tx, id, true))) return null
  const members = await membersOf(tx, id)
  await sql`update suspects set closed_at = ${now} where id = ${id}`.execute(tx)
  if (decision === 'hold') await holdMembers(tx, { members, reason, by, clusterId: id, now })
  else {
    await sql`update suspect_members set cleared_at = ${now} where suspect_id = ${id} and not beside`.execute(
      tx,
    )
    await releaseMembers(tx, { members: await heldWith(tx, id), by, now })
  }
  return members.length
}

/** Takes back what was decided: the cluster waits again, and who was held or let go with it is as before. */
export async function undoIn(
  tx: Tx,
  { id, decision, by, reason }: Deciding,
  now: Date,
): Promise<boolean> {
  const cluster = await lockCluster(tx, id, false)
  if (!cluster) return false
  await sql`update suspects set closed_at = null where id = ${id}`.execute(tx)
  if (decision === 'hold') {
    // Whom the rule had held before stays held.
    await releaseMembers(tx, { members: await heldWith(tx, id, true), by, now })
    return true
  }
  await sql`update suspect_members set cleared_at = null where suspect_id = ${id}`.execute(tx)
  if (cluster.byRule)
    await holdMembers(tx, { members: await onceHeldWith(tx, id), reason, by, clusterId: id, now })
  return true
}

async function lockCluster(tx: Tx, id: number, isOpen: boolean) {
  const { rows } = await sql<{ byRule: boolean }>`
    select by_rule as "byRule" from suspects where id = ${id} and (closed_at is null) = ${isOpen}
       for update`.execute(tx)
  return rows[0]
}

/** Who is held because of this cluster. */
async function heldWith(tx: Tx, id: number, byAdmin = false): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select user_id as id from holds where cluster_id = ${id} and released_at is null
       and (not ${byAdmin}::boolean or by_admin is not null) order by 1`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Who was ever held because of it: others whom the rule may not hold waited in it. */
async function onceHeldWith(tx: Tx, id: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct user_id as id from holds where cluster_id = ${id} order by 1`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Whom a decision on it is about. */
async function membersOf(database: Database, id: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select user_id as id from suspect_members where suspect_id = ${id} and not beside order by user_id`.execute(
    database,
  )
  return rows.map(({ id }) => id)
}
