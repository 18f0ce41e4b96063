import { sql } from 'kysely'
import { rankOrderSql } from '../../domain/ranking.ts'
import type { Database } from '../../platform/server/services.ts'
import type { Act, Member } from './model.ts'

export type Figures = {
  /** How many places the most displaced dish is away from its rank by honest votes alone. */
  farthest: number
  /** How many places the most displaced of the attack's target dishes is away from its rank by honest votes alone. */
  gain: number
  /** The highest `gain` at the end of any day, before that day was weighed. */
  worst: number
  falseAlarms: number
  groupFalseAlarms: number
  /** Days from the attack's first act until the first of its accounts was held, or null if none was. */
  days: number | null
  stillCounted: number
}

/** Stores who is an attacker and which votes were bought, in tables outside the product's own. */
export async function tell(database: Database, members: Member[], acts: Act[]) {
  await sql`create schema simulated`.execute(database)
  await sql`create table simulated.people (id integer primary key, who text not null)`.execute(
    database,
  )
  await sql`create table simulated.bought (item_id integer, user_id integer, primary key (item_id, user_id))`.execute(
    database,
  )
  await sql`
    insert into simulated.people select id, who from json_to_recordset(${JSON.stringify(members)}::json) as m (id integer, who text)`.execute(
    database,
  )
  const bought = acts.filter((one) => one.bought && one.kind === 'vote')
  await sql`
    insert into simulated.bought select distinct "on", member
      from json_to_recordset(${JSON.stringify(bought)}::json) as b ("on" integer, member integer)`.execute(
    database,
  )
}

/** SQL condition on a favorite's member `u`, who is `p` of the simulation: it counts, and isn't the attack's. */
const countsHonestly = (now: Date) => sql`
  p.who is distinct from 'attacker'
  and (u.email_verified_at is not null or u.created_at > ${now}::timestamptz - interval '7 days')`

/**
 * Returns how many places each dish is away from its rank by honest votes alone, within its category. Both ranks are in
 * the product's own order. Anyone's favorite keeps a dish listed (rules: holds). A hidden dish counts as ranked behind
 * all others.
 */
export async function away(database: Database, now: Date): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; away: number }>`
    with real as (
      select id, category_id, row_number() over (partition by category_id order by ${rankOrderSql}) as place
        from items where listed),
    counted as (
      select i.id, i.category_id,
             (select count(*) from votes v join users u on u.id = v.user_id
               where v.item_id = i.id and (u.email_verified_at is not null or u.created_at > ${now}::timestamptz - interval '7 days')
                 and not exists (select from simulated.bought b where b.item_id = i.id and b.user_id = v.user_id)
                 and not exists (select from simulated.people p where p.id = v.user_id and p.who = 'attacker')) as upvote_count,
             count(y.id) filter (where ${countsHonestly(now)}) as counted_yolos,
             coalesce(max(y.created_at) filter (where ${countsHonestly(now)}), 'epoch') as newest_counted_at
        from items i join yolos y on y.item_id = i.id join users u on u.id = y.user_id left join simulated.people p on p.id = y.user_id
       group by i.id),
    honest as (
      select id, category_id, row_number() over (partition by category_id order by ${rankOrderSql}) as place from counted)
    select h.id, abs(h.place - coalesce(r.place, (select count(*) + 1 from real o where o.category_id = h.category_id)))::integer as away
      from honest h left join real r on r.id = h.id`.execute(database)
  return new Map(rows.map(({ id, away }) => [id, away]))
}

export const most = (places: Map<number, number>, of?: number[]) =>
  Math.max(0, ...(of ?? [...places.keys()]).map((id) => places.get(id) ?? 0))

type Shares = { honest: number; group: number; attack: number }
/**
 * Returns the share of honest acts whose members are held, the same for the innocent group, and the share of the
 * attack's acts that still count.
 */
export async function shares(database: Database): Promise<Shares> {
  const { rows } = await sql<Shares>`
    select coalesce(avg((u.held_at is not null)::integer) filter (where b.item_id is null and coalesce(p.who, '') <> 'attacker'), 0)::float8 as honest,
           coalesce(avg((u.held_at is not null)::integer) filter (where p.who = 'group'), 0)::float8 as group,
           coalesce(avg((u.held_at is null)::integer) filter (where b.item_id is not null or p.who = 'attacker'), 0)::float8 as attack
      from (select user_id, item_id from votes union all select user_id, item_id from item_reports
            union all select user_id, restaurant_id from restaurant_reports) a
      join users u on u.id = a.user_id left join simulated.people p on p.id = a.user_id
      left join simulated.bought b on (b.user_id, b.item_id) = (a.user_id, a.item_id)`.execute(
    database,
  )
  return rows[0]!
}

export async function anyHeld(database: Database): Promise<boolean> {
  const { rows } = await sql`
    select from users u join simulated.people p on p.id = u.id where u.held_at is not null and p.who = 'attacker' limit 1`.execute(
    database,
  )
  return rows.length > 0
}
