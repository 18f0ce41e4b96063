import { sql } from 'kysely'
import { heldByRuleAloneSql, letGoByAdminSql } from '#domain/holds.ts'
import { transact } from '#platform/server/database/database.ts'
import type { Database } from '#platform/server/services.ts'
import {
  isHeldWhenStored,
  lockClustersOf,
  releaseOrPassOn,
  type FoundCluster,
} from '../clusters.server.ts'
import { crowds, reporterCrowds, thresholds } from '../lines.data.ts'
import { burstsIn } from '../signals/pace.ts'

/** A verified member whom the rule has held with a crowd at a restaurant, and whom no admin has let go. */
type Held = {
  restaurant: number
  /** True if they reported something there. */
  against: boolean
  id: number
  /** When they first acted there, or when they were held if that was earlier, in seconds. */
  first: number
  /** True if they did something elsewhere. */
  hasMore: boolean
  /** True if only the rule keeps them held. */
  isHeld: boolean
}

/**
 * Releases members whom the rule alone holds with a crowd at one of these restaurants and who are verified now: all whose
 * crowd is no burst without its unverified accounts, and those who did something elsewhere. If what is left without the
 * latter is no burst, they stay held, so an attacker can't free all accounts with one more vote by each. What they did
 * at the restaurant is as it was when they were held, so nothing that they do there while they are held changes the
 * answer. `found` are the clusters of these restaurants: nobody is released whom the rule would hold again. Who is
 * released is removed from the cluster that held them only, so call it before these are stored.
 */
export async function releaseFromCrowds(
  database: Database,
  restaurants: number[],
  found: FoundCluster[],
  now: Date,
): Promise<void> {
  const held = await heldInCrowds(database, restaurants)
  const byRule = new Set<number>()
  for (const cluster of found)
    if (await isHeldWhenStored(database, cluster)) for (const id of cluster.members) byRule.add(id)
  const crowd = Map.groupBy(held, ({ restaurant, against }) => `${restaurant} ${against}`)
  const members = [...crowd.values()].flatMap(noLongerHeld).filter((id) => !byRule.has(id))
  if (members.length === 0) return
  await transact(database, async (tx) => {
    await lockClustersOf(tx, members)
    await sql`
      delete from suspect_members m using holds h
       where m.user_id = any (${members}::integer[]) and m.cleared_at is null
         and (h.user_id, h.cluster_id) = (m.user_id, m.suspect_id) and h.released_at is null and ${heldByRuleAloneSql}`.execute(
      tx,
    )
    await releaseOrPassOn(tx, { members, now, weighed: restaurants })
  })
}

/** Of a burst those who did something elsewhere go, if it stays one without them. */
function noLongerHeld(held: Held[]): number[] {
  const staying = new Set<Held>()
  for (const burst of sureBursts(held)) {
    const without = burst.filter(({ hasMore }) => !hasMore)
    for (const one of sureBursts(without).length > 0 ? without : burst) staying.add(one)
  }
  return held.flatMap((one) => (one.isHeld && !staying.has(one) ? one.id : []))
}

/**
 * Returns the bursts of these members that are fast enough for the rule to act on, each with those who came within a day
 * of it: a member who took back what they had done seems to have come when they were held.
 */
function sureBursts(held: Held[]): Held[][] {
  const moments = held.map(({ first }) => first)
  return burstsIn(moments, held[0]?.against ? reporterCrowds : crowds)
    .filter(({ strength }) => strength >= thresholds.rule.is ** 2)
    .map(({ inside, near }) => [...inside, ...near].sort((a, b) => a - b).map((n) => held[n]!))
    .filter(({ length }) => length >= thresholds.accounts.is)
}

/** SQL condition: the cluster `s` is a crowd and no drip, whose members `removeNoLongerSuspiciousMembers` releases. */
const isCrowd = sql`(s.kind <> 'alike' and s.key not like 'slowly %')`

async function heldInCrowds(database: Database, restaurants: number[]): Promise<Held[]> {
  const { rows } = await sql<Held>`
    select s.restaurant_id as restaurant, s.kind = 'reports' as against, u.id,
           extract(epoch from least(min(a.first_at), min(h.held_at)))::float8 as first,
           coalesce(bool_or(a.elsewhere_at is not null or a.first_restaurant <> s.restaurant_id), false) as "hasMore",
           bool_or(h.released_at is null and ${heldByRuleAloneSql}) as "isHeld"
      from suspects s join holds h on h.cluster_id = s.id and h.by_admin is null
      join users u on u.id = h.user_id and u.email_verified_at is not null
      left join member_acts a on a.user_id = u.id
     cross join lateral (select ${letGoByAdminSql('u.id')} as is_let_go offset 0) by_admin
     where s.restaurant_id = any (${restaurants}::integer[]) and ${isCrowd} and not by_admin.is_let_go
     group by s.restaurant_id, s.kind, u.id order by first, u.id`.execute(database)
  return rows
}
