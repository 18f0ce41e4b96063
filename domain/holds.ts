import { sql, type Transaction } from 'kysely'
import type { DB } from '#platform/server/database/schema.ts'
import { lockCountsOf, lockMembers } from './lock-order.ts'
import { updateCountedVotes } from './votes-that-count.ts'
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

/**
 * SQL condition: only the rule keeps the member of row `h` of `holds` held. No admin held them, kept them held after
 * their answer, or held all of their cluster since.
 */
export const heldByRuleAloneSql = sql<boolean>`
  (h.by_admin is null and not exists (
    select from report_decisions d
     where d.subject in ('cluster ' || h.cluster_id, 'hold ' || h.id)
       and d.decision = 'remove' and d.restored_at is null and d.decided_at >= h.held_at))`

/**
 * Holds these members, so that their votes, favorites and reports stop counting at once. Admins and user 20 are never
 * held. Returns the ids of the members who weren't held before.
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
     order by u.id
    on conflict do nothing returning user_id as id`.execute(tx)
  await sql`
    update users set held_at = ${now} where id = any (${idsOf(rows)}::integer[])`.execute(tx)
  return reweigh(tx, rows, now)
}

type Release = { members: number[]; by: By; now: Date }

/**
 * Ends these members' holds, so that their votes, favorites and reports count again. What enough reports are about is
 * hidden by the next one only (see reports.sql). Returns the ids of the members who were held.
 */
export async function releaseMembers(tx: Tx, { members, by, now }: Release): Promise<number[]> {
  await lockMembers(tx, members)
  const { rows } = await sql<{ id: number }>`
    update holds set released_at = ${now}, released_by = ${adminOf(by)}
     where user_id = any (${members}::integer[]) and released_at is null
    returning user_id as id`.execute(tx)
  await sql`update users set held_at = null where id = any (${idsOf(rows)}::integer[])`.execute(tx)
  return reweigh(tx, rows, now)
}

/**
 * Undoes the ends of these holds. Returns the ids of the members who are held again, without those who have another hold
 * meanwhile.
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
  await updateCountedVotes(tx, members, now)
  await setFavouritesRight(tx, members)
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

/** Makes these members' favorites count in ranks, or not count if the member is held. */
const setFavouritesRight = (tx: Tx, members: number[]) =>
  sql`
    update yolos y set counted = not y.counted from users u
     where u.id = y.user_id and u.id = any (${members}::integer[])
       and y.counted <> (u.held_at is null)`.execute(tx)
