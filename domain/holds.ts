import { sql, type Transaction } from 'kysely'
import type { DB } from '#platform/server/database/schema.ts'
import { lockCountsOf, lockMembers } from './locks/lock-order.ts'
import { updateCounted } from './votes-that-count.ts'
import { privilegedUserIds } from './vocabulary/roles.ts'

// A held member's votes, favorites and reports stay but count for nothing (rules: holds).

type Tx = Transaction<DB>
/** The id of the deciding admin, or 'rule' for the published rule (docs/ranking.md). */
type By = number | 'rule'
type Hold = {
  members: number[]
  /** A text for the member to read. */
  reason: string
  by: By
  clusterId?: string | number | null
  now: Date
}

/** SQL condition: the member in this column of row `r` isn't held. Reports of held members don't count. */
export const reporterNotHeldSql = (column: 'user_id' | 'reporter_id') =>
  sql<boolean>`${sql.ref(`r.${column}`)} not in (select id from users where held_at is not null)`

// What an admin has decided about a member outranks the rule, and outranks a decision on a cluster that is about many:
// 1. Neither holds a member whom an admin let go: cleared with a cluster, or released.
// 2. The rule releases nobody whom an admin decided to hold, themself or with any cluster.
// 3. A decision on a cluster leaves out those about whom an admin decided themself.

/**
 * SQL condition on a row of `users`, by its alias: the member is verified and not held. An unverified account costs
 * nothing, so what it or a held member does measures nothing, is told nobody, and speaks for no dish.
 */
export const verifiedAndNotHeldSql = (user: string) =>
  sql<boolean>`(${sql.ref(`${user}.email_verified_at`)} is not null and ${sql.ref(`${user}.held_at`)} is null)`

/** A column with its table. Without that it could be a column of a subquery. */
type Column = `${string}.${string}`

/**
 * SQL condition: an admin let the member with the id in this column go, and they haven't been held since. The end of a
 * hold doesn't count if it only undid a decision on a cluster.
 */
export const letGoByAdminSql = (column: Column, id = sql.ref(column)) => sql<boolean>`(
  not exists (select from holds standing where standing.user_id = ${id} and standing.released_at is null)
  and (exists (select from suspect_members cleared where cleared.user_id = ${id} and cleared.cleared_at is not null)
       or exists (select from holds ended where ended.user_id = ${id} and ended.released_by is not null
                     and not exists (select from report_decisions undone
                                      where undone.subject = 'cluster ' || ended.cluster_id
                                        and undone.restored_at = ended.released_at))))`

/** SQL condition: an admin let the member with this id go, or decided about them themself that they are held. */
export const settledByAdminSql = (column: Column, id = sql.ref(column)) => sql<boolean>`(
  ${letGoByAdminSql(column)}
  or exists (select from holds own where own.user_id = ${id} and own.released_at is null
                and (own.by_admin is not null and own.cluster_id is null
                     or exists (select from report_decisions kept where kept.subject = 'hold ' || own.id
                                   and kept.decision = 'remove' and kept.restored_at is null))))`

/**
 * SQL condition: only the rule keeps the member of row `h` of `holds` held. No admin held them, kept them held after
 * their answer, or since then held all of a cluster of which they were a member.
 */
export const heldByRuleAloneSql = sql<boolean>`(
  h.by_admin is null and h.decision_id is null
  and not exists (
    select from report_decisions d
     where d.subject = 'hold ' || h.id
       and d.decision = 'remove' and d.restored_at is null and d.decided_at >= h.held_at)
  and not exists (
    select from suspect_members m join report_decisions d on d.subject = 'cluster ' || m.suspect_id
     where m.user_id = h.user_id and not m.beside and m.added_at <= d.decided_at
       and (m.cleared_at is null or m.cleared_at < d.decided_at)
       and d.decision = 'remove' and d.restored_at is null and d.decided_at >= h.held_at))`

/**
 * SQL condition: the answer of the member of row `h` of `holds` waits for an admin to read it. A decision on their cluster
 * decides it, unless it left them out because they came later.
 */
export const answerWaitsSql = sql<boolean>`(
  h.released_at is null and h.answer is not null and h.decision_id is null
  and not exists (
    select from report_decisions d
     where (d.subject = 'hold ' || h.id
            or d.subject = 'cluster ' || h.cluster_id and d.decided_at > h.answered_at
               and not exists (select from suspect_members later
                                where later.suspect_id = h.cluster_id and later.user_id = h.user_id
                                  and later.added_at > d.decided_at))
       and d.restored_at is null))`

/**
 * Holds these members, so that their votes, favorites and reports stop counting at once. Admins and user 20 are never
 * held, and the rule holds nobody whom an admin let go. Returns the ids of the members who weren't held before.
 */
export async function holdMembers(
  tx: Tx,
  { members, reason, by, clusterId = null, now }: Hold,
): Promise<number[]> {
  const wanted = members.filter((id) => !privilegedUserIds.includes(id))
  await lockMembers(tx, wanted)
  const { rows } = await sql<{ id: number }>`
    insert into holds (user_id, reason, by_admin, cluster_id, held_at)
    select u.id, ${reason}, ${adminOf(by)}::integer, ${clusterId}::bigint, ${now} from users u
     where u.id = any (${wanted}::integer[]) and u.held_at is null
       ${by === 'rule' ? sql`and not ${letGoByAdminSql('u.id')}` : sql``}
     order by u.id
    on conflict do nothing returning user_id as id`.execute(tx)
  await sql`
    update users set held_at = ${now} where id = any (${idsOf(rows)}::integer[])`.execute(tx)
  return reweigh(tx, rows, now)
}

/**
 * Makes the hold of a member whom the rule or a decision on a cluster holds the hold of this admin, with their reason.
 * Returns whether there was such a hold. Call it after `holdMembers`, which locks the member.
 */
export async function takeHoldOver(
  tx: Tx,
  { member, reason, by }: { member: number; reason: string; by: number },
): Promise<boolean> {
  const { rows } = await sql`
    update holds set by_admin = ${by}, reason = ${reason}, cluster_id = null
     where user_id = ${member} and released_at is null and (by_admin is null or cluster_id is not null)
    returning id`.execute(tx)
  return rows.length > 0
}

type Release = { members: number[]; by: By; now: Date }

/**
 * Ends these members' holds, so that their votes, favorites and reports count again. What enough reports are about is
 * hidden by the next one only (see reports.sql). The rule ends only its own holds. Returns the ids of the members who
 * were held.
 */
export async function releaseMembers(tx: Tx, { members, by, now }: Release): Promise<number[]> {
  await lockMembers(tx, members)
  const { rows } = await sql<{ id: number }>`
    update holds h set released_at = ${now}, released_by = ${adminOf(by)}
     where user_id = any (${members}::integer[]) and released_at is null
       ${by === 'rule' ? sql`and ${heldByRuleAloneSql}` : sql``}
    returning user_id as id`.execute(tx)
  await sql`update users set held_at = null where id = any (${idsOf(rows)}::integer[])`.execute(tx)
  return reweigh(tx, rows, now)
}

/**
 * Undoes the ends of these holds. Returns the ids of the members who are held again, without those who have another hold
 * meanwhile, and those whom a decision on a cluster had held that was undone meanwhile.
 */
export async function resumeHolds(tx: Tx, ids: number[], now: Date): Promise<number[]> {
  const { rows: ended } = await sql<{ id: number }>`
    select user_id as id from holds where id = any (${ids}::bigint[]) and released_at is not null`.execute(
    tx,
  )
  await lockMembers(tx, idsOf(ended))
  const { rows } = await sql<{ id: number }>`
    update holds h set released_at = null, released_by = null
     where h.id = any (${ids}::bigint[]) and h.released_at is not null
       and not exists (select from holds o where o.user_id = h.user_id and o.released_at is null)
       and not (h.by_admin is not null
                and exists (select from report_decisions d where d.subject = 'cluster ' || h.cluster_id
                               and d.decided_at = h.held_at and d.restored_at is not null))
    returning h.user_id as id`.execute(tx)
  await sql`
    update users u set held_at = h.held_at from holds h
     where h.id = any (${ids}::bigint[]) and u.id = h.user_id and u.id = any (${idsOf(rows)}::integer[])`.execute(
    tx,
  )
  return reweigh(tx, rows, now)
}

const idsOf = (rows: { id: number }[]) => rows.map(({ id }) => id).sort((a, b) => a - b)
const adminOf = (by: By) => (by === 'rule' ? null : by)

async function reweigh(tx: Tx, rows: { id: number }[], now: Date): Promise<number[]> {
  const members = idsOf(rows)
  if (members.length === 0) return members
  await lockCountsOf(tx, members)
  await updateCounted(tx, members, now)
  await sql`
    select confirm_restaurants(array(
      select id from restaurants where added_by = any (${members}::integer[]) and unconfirmed))`.execute(
    tx,
  )
  await sql`
    select weigh_restaurant_reports(id, false) from (
      select distinct restaurant_id as id from restaurant_reports
       where user_id = any (${members}::integer[]) and cleared_at is null order by 1) reported`.execute(
    tx,
  )
  await sql`
    select weigh_item_reports(id, false) from (
      select distinct item_id as id from item_reports
       where user_id = any (${members}::integer[]) and cleared_at is null order by 1) reported`.execute(
    tx,
  )
  return members
}
