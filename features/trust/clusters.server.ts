import { sql, type Transaction } from 'kysely'
import { heldByRuleAloneSql, holdMembers, letGoByAdminSql, releaseMembers } from '#domain/holds.ts'
import { lockMembers } from '#domain/locks/lock-order.ts'
import { turnEndsSql } from '#features/contests/rows.server.ts'
import { transact } from '#platform/server/database/database.ts'
import type { DB } from '#platform/server/database/schema.ts'
import type { Database } from '#platform/server/services.ts'
import { thresholds } from './lines.data.ts'
import type { Verdict } from './score.ts'

type Tx = Transaction<DB>

/** A cluster of accounts that look like one person, as `runWeighing` finds it. */
export type FoundCluster = Verdict & {
  /** Identifies the cluster in later weighings. */
  key: string
  kind: 'votes' | 'reports' | 'alike'
  /**
   * True for a drip: newcomers who came one by one for one dish. It is a cluster only because its members did nothing
   * elsewhere, so a member who does something elsewhere later is no longer part of it.
   */
  isSlow: boolean
  /** Members who were left out of the cluster as likely honest newcomers. */
  usualOnes: number[]
  restaurantId: number | null
  members: number[]
  /**
   * Members who look similar but were there before or did something else (see `splitByBurst`). They are shown with the
   * cluster and never held with it.
   */
  beside: number[]
  networks: number
  firstAct: Date
  lastAct: Date
}

export const holdReasonOfRule =
  'Your account looks like one of many that one person runs. You can answer once; a person reads it.'

/**
 * Stores a cluster and adds its new members. If the rule says so, it holds the members, except those whom an admin
 * cleared or released, those whose contest closes soon or closed recently, and winners whose prize waits. Once an admin
 * has cleared the cluster, the rule holds nobody new in it either, unless the cluster reaches the score of the rule for
 * the first time. A cluster that was closed without a decision, because it wasn't found for a while, waits again as
 * soon as it is found.
 */
export const storeCluster = (database: Database, found: FoundCluster, now: Date) =>
  transact(database, async (tx) => {
    const before = await lastWeighed(tx, found.key)
    const { rows } = await sql<{ id: number; closed: boolean; decided: boolean }>`
      insert into suspects as s (key, kind, restaurant_id, score, reasons, networks, first_act, last_act,
                                 found_at, weighed_at, by_rule)
      values (${found.key}, ${found.kind}, ${found.restaurantId}, ${found.score},
              ${JSON.stringify(found.reasons)}::jsonb, ${found.networks}, ${found.firstAct}, ${found.lastAct},
              ${now}, ${now}, ${found.verdict === 'rule'})
      on conflict (key) do update
        set (score, reasons, networks, first_act, last_act, weighed_at, by_rule)
            = (excluded.score, excluded.reasons, greatest(s.networks, excluded.networks),
               least(s.first_act, excluded.first_act), excluded.last_act, excluded.weighed_at,
               s.by_rule or excluded.by_rule)
      returning id, closed_at is not null as closed,
                exists (select from report_decisions d where d.subject = 'cluster ' || s.id
                           and d.restored_at is null and d.decided_at = s.closed_at) as decided`.execute(
      tx,
    )
    const { id, closed, decided } = rows[0]!
    const isNew = await addMembers(tx, id, found, now)
    // Not all of a cluster are found each time: a drip is over the latest days, a crowd can be another burst, unverified
    // accounts are found while their votes count. So whether it has doubled is asked of all who were ever in it.
    const all = await whoWereEverIn(tx, id)
    const letGo = await whomAnAdminLetGo(tx, all)
    const isLarger = (isNew || !decided) && all.length >= thresholds.again.is * letGo.size
    const isSurer = isOverFirst(found, before)
    if (closed && (isLarger || isSurer))
      await sql`update suspects set closed_at = null, found_at = ${now} where id = ${id}`.execute(
        tx,
      )
    if (found.verdict !== 'rule' || (!isSurer && (await isLetBe(tx, id)))) return
    const waiting = await whoseContestCloses(tx, found.members, now)
    const members = found.members.filter((one) => !waiting.has(one))
    await holdMembers(tx, { members, reason: holdReasonOfRule, by: 'rule', clusterId: id, now })
  })

type Weighed = { score: number; byRule: boolean }

/** Returns whether the cluster reaches the score of the rule for the first time. */
const isOverFirst = ({ score }: FoundCluster, before: Weighed | undefined) =>
  !before?.byRule && (before?.score ?? 0) < thresholds.rule.is && score >= thresholds.rule.is

/** Returns whether storing the cluster would hold members by the rule. */
export async function isHeldWhenStored(database: Database, found: FoundCluster): Promise<boolean> {
  if (found.verdict !== 'rule') return false
  const { rows } = await sql<Weighed & { id: number }>`
    select id, score::float8 as score, by_rule as "byRule" from suspects where key = ${found.key}`.execute(
    database,
  )
  const [before] = rows
  return !before || isOverFirst(found, before) || !(await isLetBe(database, before.id))
}

async function lastWeighed(tx: Tx, key: string) {
  const { rows } = await sql<Weighed>`
    select score::float8 as score, by_rule as "byRule" from suspects where key = ${key} for update`.execute(
    tx,
  )
  return rows[0]
}

/**
 * Adds the members of a cluster and those beside it. A member who was cleared or is held with the cluster isn't moved
 * between these two groups, nor is one whom an admin decided to hold. Returns whether the cluster has a new member.
 */
async function addMembers(tx: Tx, id: number, found: FoundCluster, now: Date): Promise<boolean> {
  const { members, beside } = found
  const { rows } = await sql<{ isNew: boolean }>`
    insert into suspect_members as m (suspect_id, user_id, added_at, beside)
    select ${id}::integer, u.id, ${now}, u.id = any (${beside}::integer[]) from users u
     where u.id = any (${[...members, ...beside]}::integer[]) order by u.id
    on conflict (suspect_id, user_id) do update
       set (beside, added_at) = (excluded.beside, case when excluded.beside then m.added_at else excluded.added_at end)
     where m.beside <> excluded.beside and m.cleared_at is null
       and not exists (select from holds h where h.user_id = m.user_id and h.released_at is null
                                             and (h.cluster_id = m.suspect_id or not ${heldByRuleAloneSql}))
    returning not beside as "isNew"`.execute(tx)
  return rows.some(({ isNew }) => isNew)
}

/**
 * Returns the members whose entries count in a contest that closes within 72 hours or closed less than 72 hours ago,
 * and the winners whose prize waits for their answer. The list of entries is frozen at closing, so the rule must not
 * hold anybody too late for a person to review it.
 */
async function whoseContestCloses(tx: Tx, members: number[], now: Date): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select distinct e.user_id as id from contest_entries e
      join contests c on c.id = e.contest_id
       and coalesce(c.closed_at, c.closes_at) between ${now}::timestamptz - ${thresholds.closing.is} * interval '1 hour'
                                                 and ${now}::timestamptz + ${thresholds.closing.is} * interval '1 hour'
     where e.user_id = any (${members}::integer[])
       and e.user_id in (select user_id from contest_entrants(c.id))
     union
    select d.user_id from contest_draws d join users u on u.id = d.user_id
     where d.user_id = any (${members}::integer[]) and d.accepted is null and d.ended_as is null
       and ${turnEndsSql} > ${now}`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

/** Returns all who were ever in the cluster, without those beside it. */
async function whoWereEverIn(tx: Tx, id: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select user_id as id from suspect_members where suspect_id = ${id} and not beside`.execute(tx)
  return rows.map((row) => row.id)
}

async function whomAnAdminLetGo(tx: Tx, members: number[]): Promise<Set<number>> {
  // Asked of each by the indexes: as a condition of all, it can be planned as reading all holds.
  const { rows } = await sql<{ id: number }>`
    select u.id from unnest(${members}::integer[]) as u (id)
     cross join lateral (select ${letGoByAdminSql('u.id')} as is_let_go offset 0) a where a.is_let_go`.execute(
    tx,
  )
  return new Set(rows.map(({ id }) => id))
}

/**
 * Returns whether an admin cleared the cluster and nobody has been held with it since. Holds since then are either an
 * admin's, or the rule's once the cluster became more suspicious.
 */
async function isLetBe(database: Database, id: number): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`
    select cleared.at is not null
           and not exists (select from holds where cluster_id = ${id} and released_at is null and held_at > cleared.at) as is
      from (select max(cleared_at) as at from suspect_members where suspect_id = ${id}) cleared`.execute(
    database,
  )
  return rows[0]!.is
}

/**
 * Removes members from a drip if they have done something elsewhere or are now likely honest newcomers, and releases
 * them if they were held with it, unless an admin decided that they stay held. Held members are removed only while the
 * verdict is still 'rule'. If many of them act elsewhere, the verdict changes, so an attacker can't free the accounts
 * with one more vote by each.
 */
export async function removeNoLongerSuspiciousMembers(
  database: Database,
  found: FoundCluster,
  now: Date,
): Promise<void> {
  if (!found.isSlow) return
  await transact(database, async (tx) => {
    await lastWeighed(tx, found.key)
    const { rows } = await sql<{ id: number }>`
      delete from suspect_members m using suspects s, member_acts a, users u
       where s.key = ${found.key} and m.suspect_id = s.id and m.cleared_at is null
         and a.user_id = m.user_id
         and (a.elsewhere_at is not null or m.user_id = any (${found.usualOnes}::integer[]))
         and u.id = m.user_id and (u.held_at is null or ${found.verdict === 'rule'})
         and not exists (select from holds h where h.user_id = u.id and h.released_at is null
                                               and not ${heldByRuleAloneSql})
      returning m.user_id as id`.execute(tx)
    const { rows: held } = await sql<{ id: number }>`
      select h.user_id as id from suspects s join holds h on h.cluster_id = s.id
       where s.key = ${found.key} and h.user_id = any (${rows.map(({ id }) => id)}::integer[])
         and h.released_at is null order by 1`.execute(tx)
    const members = held.map(({ id }) => id)
    if (members.length > 0) await releaseOrPassOn(tx, { members, now })
  })
}

/**
 * Ends these members' holds by the rule. A member of another open cluster of the rule stays held, from now on
 * with that cluster, so that it decides when they are let go. Those who vote alike only let go who verified while
 * held (see `releaseVerifiedMembers`), so nobody else is passed on to them, and nobody by one such cluster to another,
 * which would pass them back. `weighed` are restaurants whose clusters don't count, because they have just been weighed.
 */
export async function releaseOrPassOn(
  tx: Tx,
  { members, now, weighed = [] }: { members: number[]; now: Date; weighed?: number[] },
): Promise<void> {
  await lockClustersOf(tx, members)
  await lockMembers(tx, members)
  const { rows } = await sql<{ id: number }>`
    update holds h set cluster_id = other.id
      from (select m.user_id, max(s.id) as id
              from suspect_members m join suspects s on s.id = m.suspect_id join users u on u.id = m.user_id
              join holds standing on standing.user_id = u.id and standing.released_at is null
              join suspects holder on holder.id = standing.cluster_id
             where u.id = any (${members}::integer[]) and not m.beside and m.cleared_at is null
               and s.by_rule and s.closed_at is null and (s.kind <> 'alike' or holder.kind <> 'alike' and u.email_verified_at > u.held_at)
               and (s.restaurant_id is null or not s.restaurant_id = any (${weighed}::integer[]))
             group by m.user_id) other
     where h.user_id = other.user_id and h.released_at is null and ${heldByRuleAloneSql}
    returning h.user_id as id`.execute(tx)
  const passedOn = new Set(rows.map(({ id }) => id))
  const others = members.filter((id) => !passedOn.has(id))
  await releaseMembers(tx, { members: others, by: 'rule', now })
}

/** Locks the clusters of these members. Clusters are locked before members, as `storeCluster` does. */
export const lockClustersOf = (tx: Tx, members: number[]) =>
  sql`
    select from suspects where id in (select suspect_id from suspect_members where user_id = any (${members}::integer[]))
     order by id for update`.execute(tx)

/**
 * Closes the open clusters of these restaurants that no longer look suspicious, except those that ever had the verdict
 * 'rule'.
 */
export const closeStaleClusters = (
  database: Database,
  restaurants: number[],
  found: FoundCluster[],
  now: Date,
) =>
  sql`
    update suspects set closed_at = ${now}
     where restaurant_id = any (${restaurants}::integer[]) and closed_at is null and not by_rule
       and not key = any (${found.map(({ key }) => key)}::text[])`.execute(database)
