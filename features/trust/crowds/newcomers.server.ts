import { sql } from 'kysely'
import type { Database } from '#platform/server/services.ts'
import { countsForBaseline } from './baseline.server.ts'
import { hasHistoryElsewhere, historiesOf } from '../history.server.ts'
import { thresholds } from '../lines.data.ts'

/**
 * The arrays have one element for each newcomer, in the order in which they came, and a second one for each who also
 * reported something. They are read as JSON, because the driver takes many times as long to read an array of PostgreSQL,
 * and holds the thread.
 */
export type Newcomers = {
  restaurant: number
  /** The dish of each newcomer's first act here, or null if that was a report of the restaurant itself. */
  items: (number | null)[]
  ids: number[]
  /** When each first acted here, in seconds since 1970. */
  times: number[]
  joined: number[]
  /** True if they did nothing before what they did here. */
  isFirst: boolean[]
  /** True if they also did something elsewhere. */
  elsewhere: boolean[]
  /**
   * True if they did something elsewhere and either are verified or have a history of their own (see `historiesOf`), or
   * if they are reporters who like one dish here and miss another.
   */
  hasMore: boolean[]
  /**
   * True if they came as reporters: they only reported something here, or this is the second element of one who also
   * likes something here.
   */
  against: boolean[]
  verified: boolean[]
  /** True if what is usual is measured by them (see `countsForBaseline`). */
  counts: boolean[]
}

/**
 * The acts of members who did something at another restaurant first are read only for this many days. Older crowds have
 * been decided.
 */
const readDays = 120

const days = (count: number) => sql`${count} * interval '1 day'`

/**
 * Returns the members who did something at each of these restaurants soon after joining, whatever they did elsewhere.
 * Restaurants with only a few such members are left out.
 */
export async function newcomersAt(
  database: Database,
  restaurants: number[],
  now: Date,
): Promise<Newcomers[]> {
  const since = sql`${now}::timestamptz - ${days(readDays)}`
  const { rows } = await sql<Newcomers>`
    with dishes as materialized (
      select id, restaurant_id from items where restaurant_id = any (${restaurants}::integer[])),
    acts as (
      select d.restaurant_id, d.id as item, a.* from dishes d cross join lateral (
        select user_id, created_at as at, false as reported from votes where item_id = d.id and created_at > ${since}
        union all
        select user_id, created_at, false from yolos where item_id = d.id and created_at > ${since}
        union all
        select user_id, created_at, true from item_reports where item_id = d.id and created_at > ${since}
        offset 0) a
      union all
      select restaurant_id, null, user_id, created_at, true from restaurant_reports
       where restaurant_id = any (${restaurants}::integer[]) and created_at > ${since}),
    liked as (select distinct restaurant_id, user_id from acts where not reported),
    came as materialized (
      select m.first_restaurant as restaurant, m.user_id, m.first_item as item, m.first_at as at, true as is_first,
             false as likes_other, m.reports > 0 and (m.votes + m.favourites = 0
                                or m.elsewhere_at is not null and m.first_at > ${since} and l.user_id is null) as against
        from member_acts m
        left join liked l on (l.restaurant_id, l.user_id) = (m.first_restaurant, m.user_id)
       where m.first_restaurant = any (${restaurants}::integer[])
         and m.first_at < m.joined_at + ${days(thresholds.newcomerDays.is)}
      union all
      select a.restaurant_id, a.user_id, (array_agg(a.item order by a.at))[1], min(a.at), false, false, bool_and(a.reported)
        from acts a join member_acts m on m.user_id = a.user_id
       where m.first_restaurant <> a.restaurant_id
         and a.at < m.joined_at + ${days(thresholds.newcomerDays.is)}
       group by a.restaurant_id, a.user_id
      union all
      -- A vote makes false reports no truer. Who likes a dish and misses another may well be right; that the restaurant
      -- is closed contradicts it.
      select a.restaurant_id, a.user_id, null, min(a.at) filter (where a.reported), false,
             not bool_or(a.reported and a.item is null), true
        from acts a join member_acts m on m.user_id = a.user_id
       where a.at < m.joined_at + ${days(thresholds.newcomerDays.is)}
       group by a.restaurant_id, a.user_id having bool_or(a.reported) and not bool_and(a.reported)),
    ${historiesOf(sql`
      select c.user_id from came c join member_acts m on m.user_id = c.user_id join users u on u.id = c.user_id
       where m.elsewhere_at is not null and u.email_verified_at is null`)},
    known as (
      select c.*, m.joined_at, m.elsewhere_at is not null as elsewhere, u.email_verified_at is not null as verified,
             ${countsForBaseline} as counts,
             case when c.likes_other then true when m.elsewhere_at is null then false when u.email_verified_at is not null then true
                  else ${hasHistoryElsewhere} end as has_more
        from came c join member_acts m on m.user_id = c.user_id join users u on u.id = c.user_id
        left join histories t on t.user_id = c.user_id
        left join places p on (p.user_id, p.restaurant_id) = (c.user_id, c.restaurant))
    select restaurant, to_json(array_agg(user_id order by at, user_id)) as ids,
           to_json(array_agg(extract(epoch from at)::float8 order by at, user_id)) as times,
           to_json(array_agg(extract(epoch from joined_at)::float8 order by at, user_id)) as joined,
           to_json(array_agg(item order by at, user_id)) as items,
           to_json(array_agg(is_first order by at, user_id)) as "isFirst",
           to_json(array_agg(elsewhere order by at, user_id)) as elsewhere,
           to_json(array_agg(has_more order by at, user_id)) as "hasMore",
           to_json(array_agg(against order by at, user_id)) as against,
           to_json(array_agg(verified order by at, user_id)) as verified,
           to_json(array_agg(counts order by at, user_id)) as counts
      from known group by restaurant having count(*) >= ${thresholds.reporters.is}`.execute(
    database,
  )
  return rows
}

/**
 * A span of time at a restaurant, and the newcomers who came in it. `from` and `to` are in seconds since 1970. If
 * `against` is true, the newcomers reported something; otherwise they voted or saved favorites. If `item` isn't null,
 * it is the dish that they came for.
 */
export type Span = {
  restaurant: number
  from: number
  to: number
  against: boolean
  item: number | null
  ids: number[]
}

/**
 * For each span, returns how many other members voted at the restaurant in that time (or, if `against`, reported
 * something), and from how many networks the newcomers came. Only members who count (`countsForBaseline`) are included;
 * otherwise accounts that cost nothing could make the newcomers look usual. `known` is the number of recorded pairs of a
 * newcomer and a network, `largest` the number of newcomers from one network.
 */
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
         select v.user_id from items i join votes v on v.item_id = i.id join users u on u.id = v.user_id
          where i.restaurant_id = s.restaurant and not s.against and (s.item is null or i.id = s.item) and ${countsForBaseline}
            and v.created_at between to_timestamp(s."from") and to_timestamp(s."to")
         union
         select r.user_id from (
           select r.user_id, r.created_at from items i join item_reports r on r.item_id = i.id
            where i.restaurant_id = s.restaurant and s.against
           union all
           select user_id, created_at from restaurant_reports where restaurant_id = s.restaurant and s.against) r
           join users u on u.id = r.user_id and ${countsForBaseline}
          where r.created_at between to_timestamp(s."from") and to_timestamp(s."to")
         except select unnest(c.ids)) acting) o
     cross join lateral (
       select coalesce(max(e.accounts), 0)::integer as largest, coalesce(sum(e.accounts), 0)::integer as known,
              count(*)::integer as networks
         from (select network, count(*) as accounts from network_evidence
                where user_id = any (c.ids) group by network) e) w
     order by s.n`.execute(database)
  return rows
}
