import { sql, type Transaction } from 'kysely'
import { holdMembers, releaseMembers } from '#domain/holds.ts'
import type { DB } from '#platform/server/database/schema.ts'
import type { Database } from '#platform/server/services.ts'

type Tx = Transaction<DB>

type Deciding = { id: number; decision: 'hold' | 'clear'; by: number; reason: string }

/**
 * Holds or clears all members of a cluster. The automatic rule never holds cleared members again, and their cluster
 * returns to the queue only when it has doubled in size or reaches the score at which the rule acts. Returns the number
 * of members, or null if the cluster isn't open.
 */
export async function decideCluster(tx: Tx, { id, decision, by, reason }: Deciding, now: Date) {
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

/**
 * Undoes a decision, so that the cluster is open again and the members whom it held or released are as before. Returns
 * false if the cluster isn't closed.
 */
export async function undoClusterDecision(
  tx: Tx,
  { id, decision, by, reason }: Deciding,
  now: Date,
): Promise<boolean> {
  const cluster = await lockCluster(tx, id, false)
  if (!cluster) return false
  await sql`update suspects set closed_at = null where id = ${id}`.execute(tx)
  if (decision === 'hold') {
    // Members whom the rule had held before stay held.
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

/** Returns the members who are held because of this cluster; with `byAdmin`, only those whom an admin held. */
async function heldWith(tx: Tx, id: number, byAdmin = false): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select user_id as id from holds where cluster_id = ${id} and released_at is null
       and (not ${byAdmin}::boolean or by_admin is not null) order by 1`.execute(tx)
  return rows.map(({ id }) => id)
}

/**
 * Returns the members who were ever held because of this cluster. The cluster can have other members, whom the rule
 * must not hold.
 */
async function onceHeldWith(tx: Tx, id: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct user_id as id from holds where cluster_id = ${id} order by 1`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Returns the members whom a decision on the cluster is about, without those beside it. */
async function membersOf(database: Database, id: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select user_id as id from suspect_members where suspect_id = ${id} and not beside order by user_id`.execute(
    database,
  )
  return rows.map(({ id }) => id)
}
