import { sql } from 'kysely'
import type { OutputOf } from '#platform/contract/call.ts'
import type { Database } from '#platform/server/services.ts'
import type { comparison } from './desk.contract.ts'

type Moves = OutputOf<typeof comparison>['moves']
type Row = Record<
  | 'dishes'
  | 'pairs'
  | 'yolos'
  | 'yolos_both'
  | 'yolos_newer'
  | 'yolos_along'
  | 'votes_own'
  | 'votes_own_there'
  | 'votes_twice'
  | 'votes'
  | 'votes_along'
  | 'reports'
  | 'reports_both'
  | 'reports_stay',
  number
>

/** What a merging would answer if it were done now (`parts.server.ts`): asked, without moving or holding anything. */
export async function foretell(
  database: Database,
  kind: 'item' | 'restaurant',
  from: number,
  into: number,
): Promise<Moves> {
  const pairs =
    kind === 'item'
      ? sql`select ${from}::integer as goes, ${into}::integer as stays`
      : sql`select a.id as goes, b.id as stays
              from items a join items b on b.category_id = a.category_id and b.name_key = a.name_key
             where a.restaurant_id = ${from} and b.restaurant_id = ${into}
               and a.deleted_at is null and b.deleted_at is null`
  const along = sql`items i where i.restaurant_id = ${kind === 'item' ? null : from}::integer
                       and i.deleted_at is null and not i.id = any (select goes from pairs)`
  const ofRestaurants =
    kind === 'item'
      ? sql``
      : sql`union all ${reportsOn('restaurant', sql`(select ${from}::integer as goes, ${into}::integer as stays)`)}`
  const { rows } = await sql<Row>`
    with pairs as materialized (${pairs}),
    -- Who will have the dish as a favourite.
    own as materialized (
      select distinct p.goes, y.user_id from pairs p join yolos y on y.item_id = p.goes or y.item_id = p.stays),
    voted as (
      select v.item_id = p.goes as goes, o.user_id is not null as own,
             exists (select 1 from votes w where w.item_id = p.stays and w.user_id = v.user_id) as there
        from pairs p join votes v on v.item_id in (p.goes, p.stays)
        left join own o on o.goes = p.goes and o.user_id = v.user_id),
    reported as (${reportsOn('item', sql`pairs`)} ${ofRestaurants})
    select (select count(*)::integer from pairs) as pairs,
           (select count(*)::integer from ${along}) as dishes,
           (select count(*)::integer from yolos y join pairs p on p.goes = y.item_id) as yolos,
           (select coalesce(sum(i.yolo_count), 0)::integer from ${along}) as yolos_along,
           (select count(*)::integer from votes v where v.item_id in (select i.id from ${along})) as votes_along,
           y.*, v.*, r.*
      from (select count(*)::integer as yolos_both,
                   count(*) filter (where (a.created_at, a.id) > (b.created_at, b.id))::integer as yolos_newer
              from pairs p join yolos a on a.item_id = p.goes
              join yolos b on b.item_id = p.stays and b.user_id = a.user_id) y,
           (select count(*) filter (where goes)::integer as votes,
                   count(*) filter (where own)::integer as votes_own,
                   count(*) filter (where goes and own)::integer as votes_own_there,
                   count(*) filter (where goes and not own and there)::integer as votes_twice from voted) v,
           (select count(*)::integer as reports, count(*) filter (where twice)::integer as reports_both,
                   count(*) filter (where twice and instead)::integer as reports_stay from reported) r`.execute(
    database,
  )
  const n = rows[0]!
  return {
    items: { moved: n.dishes, joined: n.pairs },
    // Of a member's two the older stays, on whichever it was.
    yolos: { moved: n.yolos - n.yolos_newer, joined: n.yolos_both },
    votes: {
      moved: n.votes - n.votes_own_there - n.votes_twice,
      dropped: n.votes_own + n.votes_twice,
    },
    // Where the one that goes is the one that still counts, it moves and the other is dropped.
    reports: { moved: n.reports - n.reports_both + n.reports_stay, dropped: n.reports_both },
    along: { yolos: n.yolos_along, votes: n.votes_along },
  }
}

/** Each report on what goes; `twice`: its member has one on what stays, `instead`: which no longer counts. */
function reportsOn(kind: 'item' | 'restaurant', pairs: ReturnType<typeof sql>) {
  const [reports, on] = [sql.table(`${kind}_reports`), sql.ref(`${kind}_id`)]
  return sql`
    select b.user_id is not null as twice, b.cleared_at is not null and a.cleared_at is null as instead
      from ${pairs} p join ${reports} a on a.${on} = p.goes
      left join ${reports} b on b.${on} = p.stays and b.user_id = a.user_id`
}
