import { sql, type Transaction } from 'kysely'
import { holdMembers, releaseMembers, resumeHolds } from '#domain/holds.ts'
import type { DB } from '#platform/server/database/schema.ts'
import type { Database } from '#platform/server/services.ts'

type Tx = Transaction<DB>

type Undoing = { id: number; decision: 'hold' | 'clear'; by: number }
type Deciding = Undoing & { reason: string }

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
    await sql`update suspect_members set cleared_at = ${now} where suspect_id = ${id} and not beside and cleared_at is null`.execute(
      tx,
    )
    await releaseMembers(tx, { members: await heldWith(tx, id), by, now })
  }
  return members.length
}

/**
 * Undoes the newest decision, so that the cluster is open again and the members whom it held, cleared or released are as
 * before. What earlier decisions did stays. Returns false if the cluster isn't closed.
 */
export async function undoClusterDecision(
  tx: Tx,
  { id, decision, by }: Undoing,
  now: Date,
): Promise<boolean> {
  if (!(await lockCluster(tx, id, false))) return false
  await sql`update suspects set closed_at = null where id = ${id}`.execute(tx)
  if (decision === 'hold') {
    // Members whom the rule had held before stay held.
    const { rows } = await sql<{ id: number }>`
      select user_id as id from holds
       where cluster_id = ${id} and released_at is null and by_admin is not null and held_at = ${decidedAt(id)}
       order by 1`.execute(tx)
    await releaseMembers(tx, { members: idsOf(rows), by, now })
    return true
  }
  const { rows } = await sql<{ id: number }>`
    select id::integer as id from holds where cluster_id = ${id} and released_at = ${decidedAt(id)}`.execute(
    tx,
  )
  await sql`
    update suspect_members set cleared_at = null where suspect_id = ${id} and cleared_at = ${decidedAt(id)}`.execute(
    tx,
  )
  await resumeHolds(tx, idsOf(rows), now)
  return true
}

/** SQL for the time of the newest decision on a cluster: what it holds, clears or releases has the same time. */
const decidedAt = (id: number) => sql`
  (select decided_at from report_decisions where subject = ${`cluster ${id}`} and restored_at is null
    order by round desc limit 1)`

const idsOf = (rows: { id: number }[]) => rows.map(({ id }) => id)

async function lockCluster(tx: Tx, id: number, isOpen: boolean): Promise<boolean> {
  const { rows } = await sql`
    select from suspects where id = ${id} and (closed_at is null) = ${isOpen} for update`.execute(
    tx,
  )
  return rows.length > 0
}

/** Returns the members who are held because of this cluster. */
async function heldWith(tx: Tx, id: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select user_id as id from holds where cluster_id = ${id} and released_at is null order by 1`.execute(
    tx,
  )
  return idsOf(rows)
}

/** Returns the members whom a decision on the cluster is about, without those beside it. */
export async function membersOf(database: Database, id: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select user_id as id from suspect_members where suspect_id = ${id} and not beside order by user_id`.execute(
    database,
  )
  return idsOf(rows)
}
