import { sql } from 'kysely'
import { cellsTouching } from '#domain/position/distance.ts'
import { countsSql } from '#domain/visible.ts'
import { isSessionLiveSql } from '#platform/server/auth/sessions.ts'
import { pauses } from '#platform/server/pauses.ts'
import type { Database } from '#platform/server/services.ts'
import { nearbyYoloMiles } from '../activity.server.ts'

type Window = {
  since: Date
  now: Date
  /** Devices that were told of what is new near by after this time aren't told of it now. */
  nearbyBefore: Date
}
/** A member whom something may concern that happened at the time `at`. */
type Concerned = { userId: number; at: Date }

/**
 * Lets the devices of members whom recent events may concern wait for a push (votes and yolos since `since`, and the
 * members' own holds, takedowns and contest drawings), except devices that wait already. What there is to tell is
 * decided when it is sent, so choosing too many is harmless. Acts are summed up by dish, member or cell first, so that
 * the time grows with their number plus that of the devices, not with the product.
 */
export async function queueConcernedDevices(
  tx: Database,
  { pauseSeconds, ...window }: Window & { pauseSeconds: number },
): Promise<void> {
  const { since, now } = window
  const near = await membersNear(tx, window)
  await sql`
    with device as materialized (
      select p.id, p.user_id, p.told_until from push_subscriptions p
        join sessions s on s.token_hash = p.session_hash and ${isSessionLiveSql('s', now)}
       where p.next_at is null),
    vote as materialized (
      select v.user_id, v.item_id, v.created_at as at
        from votes v join users u on u.id = v.user_id and ${countsSql('u')}
       where v.created_at > ${since} and v.created_at <= ${now}),
    dish as materialized (select item_id, max(at) as at from vote group by item_id),
    actor as materialized (
      select user_id, max(at) as at from (
        select user_id, at from vote union all
        select y.user_id, y.created_at from yolos y join users u on u.id = y.user_id and ${countsSql('u')}
         where y.created_at > ${since} and y.created_at <= ${now}) act
       group by user_id),
    concerned (user_id, at) as (
      select y.user_id, dish.at from dish join yolos y on y.item_id = dish.item_id
      union all
      select f.follower_id, actor.at from actor join follows f on f.followee_id = actor.user_id
       where f.follower_id in (select user_id from device)
      union all
      select * from unnest(${near.map(({ userId }) => userId)}::integer[], ${near.map(({ at }) => at)}::timestamptz[])
      union all
      select t.member_id, greatest(t.created_at, t.restored_at)
        from device d join takedowns t on t.member_id = d.user_id
      union all
      select c.user_id, c.drawn_at from device d join contest_draws c on c.user_id = d.user_id)
    update push_subscriptions set next_at = greatest(${now}, told_at + ${pauseSeconds} * interval '1 second')
     where next_at is null and id in (
       select d.id from device d
        where exists (select 1 from concerned c where c.user_id = d.user_id and c.at > d.told_until))`.execute(
    tx,
  )
}

/** Returns members with a device that doesn't wait who may want to know of yolos near them. */
async function membersNear(
  tx: Database,
  { since, now, nearbyBefore }: Window,
): Promise<Concerned[]> {
  // A millisecond more, because times in the database are exact to the microsecond.
  const { rows: cells } = await sql<{ cell: string; at: Date }>`
    select y.cell5::text as cell, max(y.created_at) + interval '1 millisecond' as at
      from yolos y join users u on u.id = y.user_id and ${countsSql('u')}
     where y.created_at > ${since} and y.created_at <= ${now} group by y.cell5`.execute(tx)
  if (cells.length === 0) return []
  const newest = new Map(cells.map(({ cell, at }) => [BigInt(cell), at]))
  const { rows: places } = await sql<{ latitude: number; longitude: number; userIds: number[] }>`
    select latitude, longitude, array_agg(id) as "userIds" from users
     where notify_nearby and latitude is not null
       and id in (select user_id from push_subscriptions
                   where next_at is null and (told_nearby_at is null or told_nearby_at <= ${nearbyBefore}))
     group by latitude, longitude`.execute(tx)
  const near: Concerned[] = []
  for (const { userIds, ...place } of places) {
    if (pauses.isDue()) await pauses.pause()
    const times = cellsTouching(place, nearbyYoloMiles, 5).flatMap((cell) => newest.get(cell) ?? [])
    const at = new Date(Math.max(...times.map(Number)))
    if (times.length > 0) for (const userId of userIds) near.push({ userId, at })
  }
  return near
}
