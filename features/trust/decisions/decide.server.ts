import { sql, type Transaction } from 'kysely'
import {
  holdMembers,
  letGoByAdminSql,
  releaseMembers,
  resumeHolds,
  settledByAdminSql,
} from '#domain/holds.ts'
import { lockMembers } from '#domain/locks/lock-order.ts'
import type { DB } from '#platform/server/database/schema.ts'
import { isConcerned } from './concerned.server.ts'

type Tx = Transaction<DB>

type Undoing = { id: number; decision: 'hold' | 'clear'; by: number }
type Deciding = Undoing & {
  reason: string
  /** When the newest account came that the admin was shown; without it the decision is about all. */
  upTo?: Date | null
}

/**
 * Holds or clears all members of a cluster, without those about whom an admin has decided before. Neither the rule nor a
 * later decision on a cluster holds cleared members again, and their cluster returns to the queue only when it has
 * doubled in size or reaches the score at which the rule acts. If an admin has decided about all before, nobody can be
 * held with it, and who was let go is cleared with it, too. Who came after `upTo` waits in the cluster, which then stays
 * open, as if they had come after the decision. Returns the number of members, or null if the cluster isn't open.
 */
export async function decideCluster(
  tx: Tx,
  { id, decision, by, reason, upTo = null }: Deciding,
  now: Date,
): Promise<number | null> {
  if (!(await lockOpenCluster(tx, id))) return null
  // Another admin may release one of them until they are locked.
  await lockMembers(tx, await membersOf(tx, id))
  const shown = sql<boolean>`(${upTo}::timestamptz is null or m.added_at <= ${upTo}::timestamptz)`
  let members = await membersOf(tx, id, sql`${isConcerned} and ${shown}`)
  if (members.length === 0) {
    if (decision === 'hold') return 0
    members = await membersOf(tx, id, sql`${letGoByAdminSql('m.user_id')} and ${shown}`)
  }
  const later = await membersOf(tx, id, sql`${isConcerned} and not ${shown}`)
  await sql`
    update suspect_members set added_at = greatest(added_at, ${new Date(now.getTime() + 1)}::timestamptz)
     where suspect_id = ${id} and user_id = any (${later}::integer[])`.execute(tx)
  if (later.length === 0)
    await sql`update suspects set closed_at = ${now} where id = ${id}`.execute(tx)
  if (decision === 'hold') await holdMembers(tx, { members, reason, by, clusterId: id, now })
  else {
    await sql`
      update suspect_members set cleared_at = ${now}
       where suspect_id = ${id} and user_id = any (${members}::integer[]) and cleared_at is null`.execute(
      tx,
    )
    await releaseMembers(tx, { members: await heldWith(tx, id, members), by, now })
  }
  return members.length
}

/**
 * Undoes the newest decision, so that the cluster is open and the members whom it held, cleared or released are as
 * before. What earlier decisions did stays. Returns false if the cluster is gone.
 */
export async function undoClusterDecision(
  tx: Tx,
  { id, decision, by }: Undoing,
  now: Date,
): Promise<boolean> {
  const { rows: reopened } = await sql`
    update suspects set closed_at = null where id = ${id} returning id`.execute(tx)
  if (reopened.length === 0) return false
  if (decision === 'hold') {
    // Members whom the rule had held before stay held, and those whom an admin kept held themself.
    const { rows } = await sql<{ id: number }>`
      select h.user_id as id from holds h
       where h.cluster_id = ${id} and h.released_at is null and h.by_admin is not null and h.held_at = ${decidedAt(id)}
         and not ${settledByAdminSql('h.user_id')}
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

async function lockOpenCluster(tx: Tx, id: number): Promise<boolean> {
  const { rows } = await sql`
    select from suspects where id = ${id} and closed_at is null for update`.execute(tx)
  return rows.length > 0
}

/** Returns those of these members who are held because of this cluster. */
async function heldWith(tx: Tx, id: number, members: number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select user_id as id from holds
     where cluster_id = ${id} and user_id = any (${members}::integer[]) and released_at is null order by 1`.execute(
    tx,
  )
  return idsOf(rows)
}

/** Returns the members whom a decision on the cluster is about, or those of it who match the condition `which`. */
async function membersOf(tx: Tx, id: number, which = isConcerned): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select m.user_id as id from suspects s join suspect_members m on m.suspect_id = s.id
     where s.id = ${id} and not m.beside and ${which} order by 1`.execute(tx)
  return idsOf(rows)
}
