import { sql } from 'kysely'
import { nearbyYoloMiles } from '../activity.server.ts'
import { isSessionLiveSql } from '#platform/server/auth/sessions.ts'
import type { Database } from '#platform/server/services.ts'
import type { DeviceToNotify } from './queues.server.ts'

/**
 * Returns the devices of members whom recent events may concern (votes and yolos since `since`, and the members' own
 * holds, takedowns and contest drawings), except devices that already have a job waiting. The job decides whether there
 * is something to send, so returning too many is harmless.
 */
export async function devicesToNotify(
  tx: Database,
  { since, now }: { since: Date; now: Date },
): Promise<DeviceToNotify[]> {
  const { rows } = await sql<DeviceToNotify>`
    with device as materialized (
      select p.id, p.user_id, p.told_until, p.told_at, u.quiet_from, u.quiet_to, u.time_zone,
             u.notify_nearby, u.latitude, u.longitude
        from push_subscriptions p join users u on u.id = p.user_id
        join sessions s on s.token_hash = p.session_hash and ${isSessionLiveSql('s', now)}
       where p.next_at is null or p.next_at <= ${now}),
    act as materialized (
      select 'vote' as kind, v.user_id as actor, v.item_id as item, v.created_at as at
        from votes v where v.created_at > ${since} and v.created_at <= ${now} and v.counted
      union all
      select 'yolo', y.user_id, y.item_id, y.created_at
        from yolos y where y.created_at > ${since} and y.created_at <= ${now}),
    concerned as (
      select y.user_id, act.at from act join yolos y on y.item_id = act.item where act.kind = 'vote'
      union all
      select f.follower_id, act.at from act join follows f on f.followee_id = act.actor
       where f.follower_id in (select user_id from device)
      union all
      select d.user_id, act.at from act join items i on i.id = act.item join device d on d.notify_nearby
         and d.latitude is not null
         and miles_between(d.latitude, d.longitude, i.latitude, i.longitude) <= ${nearbyYoloMiles}
       where act.kind = 'yolo' and act.actor <> d.user_id
      union all
      select h.user_id, greatest(h.held_at, h.released_at) from device d join holds h on h.user_id = d.user_id
      union all
      select t.member_id, greatest(t.created_at, t.restored_at)
        from device d join takedowns t on t.member_id = d.user_id
      union all
      select c.user_id, c.drawn_at from device d join contest_draws c on c.user_id = d.user_id)
    select d.id, d.told_at as "toldAt", d.quiet_from as "quietFrom", d.quiet_to as "quietTo",
           d.time_zone as "timeZone"
      from device d
     where exists (select 1 from concerned c where c.user_id = d.user_id and c.at > d.told_until)
     order by d.id`.execute(tx)
  return rows
}
