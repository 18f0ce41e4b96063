import { sql } from 'kysely'
import type { Database } from '#platform/server/services.ts'
import { thresholds } from './lines.data.ts'

export type Newcomers = {
  restaurant: number
  /** The dish that each newcomer came for. */
  items: (number | null)[]
  ids: number[]
  times: number[]
  joined: number[]
  elsewhere: boolean[]
  against: boolean[]
  verified: boolean[]
}

/** Returns the members who joined for each of these restaurants, in the order in which they came. */
export async function newcomersAt(database: Database, restaurants: number[]): Promise<Newcomers[]> {
  const { rows } = await sql<Newcomers>`
    select m.first_restaurant as restaurant, array_agg(m.user_id order by m.first_at, m.user_id) as ids,
           array_agg(extract(epoch from m.first_at)::float8 order by m.first_at, m.user_id) as times,
           array_agg(extract(epoch from m.joined_at)::float8 order by m.first_at, m.user_id) as joined,
           array_agg(m.first_item order by m.first_at, m.user_id) as items,
           array_agg(m.elsewhere_at is not null order by m.first_at, m.user_id) as elsewhere,
           array_agg(m.reports > 0 and m.votes + m.favourites = 0 order by m.first_at, m.user_id) as against,
           array_agg(u.email_verified_at is not null order by m.first_at, m.user_id) as verified
      from member_acts m join users u on u.id = m.user_id
     where m.first_restaurant = any (${restaurants}::integer[])
       and m.first_at < m.joined_at + ${thresholds.newcomerDays.is} * interval '1 day'
     group by m.first_restaurant
    having count(*) filter (where m.elsewhere_at is null) >= ${thresholds.reporters.is}`.execute(
    database,
  )
  return rows
}

/**
 * A span of time at a restaurant, in seconds, with the newcomers who came in it. `against` is true if they reported
 * something; otherwise they voted or saved favorites, only for `item` if it isn't null.
 */
export type Span = {
  restaurant: number
  from: number
  to: number
  against: boolean
  item: number | null
  ids: number[]
}
/** Returns, for each span, how many others did something there within it, and how many networks the newcomers used. */
export async function countActivityInSpans(database: Database, spans: Span[]) {
  const { rows } = await sql<{
    n: number
    others: number
    largest: number
    known: number
    networks: number
  }>`
    select s.n, o.others, w.largest, w.known, w.networks
      from json_to_recordset(${JSON.stringify(spans.map((span, n) => ({ n, ...span })))}::json)
             as s (n integer, restaurant integer, "from" float8, "to" float8, against boolean, item integer, ids json)
     cross join lateral (select array(select value::integer from json_array_elements_text(s.ids)) as ids) c
     cross join lateral (
       select count(*)::integer as others from (
         select v.user_id from items i join votes v on v.item_id = i.id
          where i.restaurant_id = s.restaurant and not s.against and (s.item is null or i.id = s.item)
            and v.created_at between to_timestamp(s."from") and to_timestamp(s."to")
         union
         select r.user_id from items i join item_reports r on r.item_id = i.id
          where i.restaurant_id = s.restaurant and s.against
            and r.created_at between to_timestamp(s."from") and to_timestamp(s."to")
         union
         select r.user_id from restaurant_reports r where r.restaurant_id = s.restaurant and s.against
            and r.created_at between to_timestamp(s."from") and to_timestamp(s."to")
         except select unnest(c.ids)) acting) o
     cross join lateral (
       select coalesce(max(e.accounts), 0)::integer as largest, coalesce(sum(e.accounts), 0)::integer as known,
              count(*)::integer as networks
         from (select network, count(*) as accounts from network_evidence
                where user_id = any (c.ids) group by network) e) w
     order by s.n`.execute(database)
  return rows
}
