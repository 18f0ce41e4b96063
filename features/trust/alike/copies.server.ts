import { sql } from 'kysely'
import { heldByRuleAloneSql } from '#domain/holds.ts'
import { transact } from '#platform/server/database/database.ts'
import type { Database } from '#platform/server/services.ts'
import { releaseOrPassOn } from '../clusters.server.ts'
import { exactCopies, type MemberActs } from './copies.ts'

/** Maximum number of a member's dishes that are compared: the first ones. */
const maxActs = 400

/** Returns what these members did, and of those who are held, what they did before. */
export async function whatTheyDid(database: Database, members: number[]): Promise<MemberActs[]> {
  const { rows } = await sql<MemberActs>`
    with each_act as (
      select user_id, item_id, created_at from votes where user_id = any (${members}::integer[])
      union all
      select user_id, item_id, created_at from yolos where user_id = any (${members}::integer[])),
    each_dish as (
      select a.user_id, a.item_id, min(extract(epoch from a.created_at)::float8) as at
        from each_act a join users u on u.id = a.user_id
       where u.held_at is null or a.created_at <= u.held_at
       group by a.user_id, a.item_id)
    select u.id, u.email_verified_at is not null as verified,
           to_json(coalesce((array_agg(d.item_id order by d.at, d.item_id) filter (where d.at is not null))[1:${maxActs}], '{}')) as did,
           to_json(coalesce((array_agg(d.at order by d.at, d.item_id) filter (where d.at is not null))[1:${maxActs}], '{}')) as "didAt",
           to_json(array(select item_id from withdrawn_votes w where w.user_id = u.id)) as withdrawn
      from users u left join each_dish d on d.user_id = u.id
     where u.id = any (${members}::integer[]) group by u.id order by u.id`.execute(database)
  return rows
}

/**
 * Releases those whom the rule held in an open cluster of accounts that vote alike, and who have verified their address
 * since, unless they are exact copies, an admin has decided that they stay held, or another open cluster of the rule
 * holds them from then on. It compares all whom the rule held with the cluster by what they did before, so that nothing
 * that they do while they are held changes the answer. It doesn't matter whether the cluster is still found.
 */
export async function releaseVerifiedMembers(
  database: Database,
  clusterId: number,
  now: Date,
): Promise<void> {
  await transact(database, async (tx) => {
    const { rows } = await sql<{ id: number; isVerifiedSince: boolean }>`
      select h.user_id as id,
             bool_or(h.released_at is null and u.email_verified_at > h.held_at and ${heldByRuleAloneSql}) as "isVerifiedSince"
        from holds h join users u on u.id = h.user_id
       where h.cluster_id = ${clusterId} and h.by_admin is null
       group by h.user_id order by h.user_id`.execute(tx)
    const copies = await exactCopies(
      await whatTheyDid(
        tx,
        rows.map(({ id }) => id),
      ),
    )
    const members = rows.flatMap(({ id, isVerifiedSince }) =>
      isVerifiedSince && !copies.has(id) ? id : [],
    )
    if (members.length > 0) await releaseOrPassOn(tx, { members, now })
  })
}

/** Returns the open clusters of accounts that vote alike with members for `releaseVerifiedMembers`. */
export async function clustersWithVerifiedMembers(database: Database): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select s.id from suspects s
     where s.kind = 'alike' and s.closed_at is null
       and exists (select from holds h join users u on u.id = h.user_id
                    where h.cluster_id = s.id and h.released_at is null
                      and u.email_verified_at > h.held_at and ${heldByRuleAloneSql})
     order by s.id`.execute(database)
  return rows.map(({ id }) => id)
}
