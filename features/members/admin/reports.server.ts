import { sql } from 'kysely'

/** SQL for the outcome of a report `o`: 'confirmed' by an admin or enough members, 'cleared', or still 'open'. */
const outcomeOf = (thing: string) => sql`
  case when o.cleared_at is not null then 'cleared'
       when ${sql.ref(`${thing}.hidden_at`)} is not null or ${sql.ref(`${thing}.deleted_at`)} is not null then 'confirmed'
       else 'open' end`
/** SQL for the outcome of an abuse report `o`, which is confirmed if the content was taken down after it. */
const abuseOutcome = sql`
  case when exists (select from takedowns t where t.kind = o.kind and t.member_id = o.member_id
                       and t.yolo_id is not distinct from o.yolo_id and t.created_at >= o.created_at) then 'confirmed'
       when o.closed_at is not null then 'cleared' else 'open' end`
const abuseWords = sql`o.reason || case when o.words <> '' then ': ' || o.words else '' end as words`
const abuseDish = sql`
  left join yolos y on y.id = o.yolo_id left join items i on i.id = y.item_id
  left join restaurants r on r.id = i.restaurant_id`

export const reportsMadeSql = (me: number) => sql`
  select o.created_at as at, 'item ' || o.item_id as key, 'report-item' as what,
         'item' as kind, i.id as thing_id, i.name as thing, r.name as restaurant,
         null::integer as member_id, null as member, null as words, null as answer,
         array[${outcomeOf('i')}] as marks, null as image
    from item_reports o join items i on i.id = o.item_id join restaurants r on r.id = i.restaurant_id
   where o.user_id = ${me}
  union all
  select o.created_at, 'restaurant ' || o.restaurant_id, 'report-restaurant', 'restaurant', r.id, r.name, null,
         null, null, null, null, array[${outcomeOf('r')}], null
    from restaurant_reports o join restaurants r on r.id = o.restaurant_id where o.user_id = ${me}
  union all
  select o.created_at, 'abuse ' || o.id, 'report-' || o.kind, case when i.id is not null then 'item' end, i.id, i.name,
         r.name, m.id, m.user_name, ${abuseWords}, null, array[${abuseOutcome}], null
    from abuse_reports o join users m on m.id = o.member_id ${abuseDish} where o.reporter_id = ${me}`

export const reportsAboutSql = (me: number) => sql`
  select o.created_at as at, o.id::text as key, 'report-' || o.kind as what,
         case when i.id is not null then 'item' end as kind, i.id as thing_id, i.name as thing, r.name as restaurant,
         u.id as member_id, u.user_name as member, ${abuseWords}, o.seen as answer,
         array[${abuseOutcome}] as marks, null as image
    from abuse_reports o join users u on u.id = o.reporter_id ${abuseDish} where o.member_id = ${me}`
