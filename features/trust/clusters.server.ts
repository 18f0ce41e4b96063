import { sql, type Transaction } from 'kysely'
import { holdMembers, releaseMembers } from '#domain/holds.ts'
import { transact } from '#platform/server/database.ts'
import type { DB } from '#platform/server/schema.ts'
import type { Database } from '#platform/server/services.ts'
import { lines } from './lines.data.ts'
import type { Verdict } from './score.ts'

type Tx = Transaction<DB>

/** A cluster as a weighing finds it. */
export type Found = Verdict & {
  /** What makes it the same one in the next weighing. */
  key: string
  kind: 'votes' | 'reports' | 'alike'
  /** It rests on nobody doing anything elsewhere: who does later no longer belongs to it. */
  isSlow: boolean
  /** Left out of it, because so many of them would be usual. */
  usualOnes: number[]
  restaurantId: number | null
  members: number[]
  networks: number
  firstAct: Date
  lastAct: Date
}

export const heldByRule =
  'Your account looks like one of many that one person runs. You can answer once; a person reads it.'

/** Writes a cluster down, adds who is new in it, and holds those whom no admin has let go where the rule says so. */
export const keepCluster = (database: Database, found: Found, now: Date) =>
  transact(database, async (tx) => {
    const { rows } = await sql<{ id: number; closed: boolean }>`
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
      returning id, closed_at is not null as closed`.execute(tx)
    const { id, closed } = rows[0]!
    const isNew = await addMembers(tx, id, found.members, now)
    const letGo = await whomAnAdminLetGo(tx, found.members)
    if (closed && isNew && found.members.length >= lines.again.is * letGo.size)
      await sql`update suspects set closed_at = null, found_at = ${now} where id = ${id}`.execute(
        tx,
      )
    if (found.verdict !== 'rule') return
    const members = found.members.filter((one) => !letGo.has(one))
    await holdMembers(tx, { members, reason: heldByRule, by: 'rule', clusterId: id, now })
  })

async function addMembers(tx: Tx, id: number, members: number[], now: Date): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    insert into suspect_members (suspect_id, user_id, added_at)
    select ${id}, u.id, ${now} from users u where u.id = any (${members}::integer[]) order by u.id
    on conflict do nothing`.execute(tx)
  return numAffectedRows > 0n
}

/** Whom a person has judged, the rule doesn't hold again. */
async function whomAnAdminLetGo(tx: Tx, members: number[]): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select user_id as id from suspect_members where user_id = any (${members}::integer[]) and cleared_at is not null
    union select user_id from holds where user_id = any (${members}::integer[]) and released_by is not null`.execute(
    tx,
  )
  return new Set(rows.map(({ id }) => id))
}

/**
 * Who has done something elsewhere since no longer belongs to a cluster that rests on nobody doing so, nor who is
 * one of the usual ones now. Held with it they are let go only while it is certain: if many come back it isn't, so
 * one more vote each frees nobody.
 */
export async function letGoOf(database: Database, found: Found, now: Date): Promise<void> {
  if (!found.isSlow) return
  await transact(database, async (tx) => {
    const { rows } = await sql<{ id: number }>`
      delete from suspect_members m using suspects s, member_acts a, users u
       where s.key = ${found.key} and m.suspect_id = s.id and m.cleared_at is null
         and a.user_id = m.user_id
         and (a.elsewhere_at is not null or m.user_id = any (${found.usualOnes}::integer[]))
         and u.id = m.user_id and (u.held_at is null or ${found.verdict === 'rule'})
      returning m.user_id as id`.execute(tx)
    const { rows: held } = await sql<{ id: number }>`
      select h.user_id as id from suspects s join holds h on h.cluster_id = s.id
       where s.key = ${found.key} and h.user_id = any (${rows.map(({ id }) => id)}::integer[])
         and h.released_at is null order by 1`.execute(tx)
    if (held.length > 0)
      await releaseMembers(tx, { members: held.map(({ id }) => id), by: 'rule', now })
  })
}

/** Clusters of these restaurants that no longer look so wait for nobody. */
export const withdraw = (database: Database, restaurants: number[], found: Found[], now: Date) =>
  sql`
    update suspects set closed_at = ${now}
     where restaurant_id = any (${restaurants}::integer[]) and closed_at is null and not by_rule
       and not key = any (${found.map(({ key }) => key)}::text[])`.execute(database)
