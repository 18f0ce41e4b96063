import { sql } from 'kysely'
import { neverReportedSql } from '#domain/visible.ts'
import type { Database } from '#platform/server/services.ts'
import {
  type Activity,
  favoritesSinceSql,
  canNotifyAboutSql,
  excludeFollowedSql,
  notReportedByFollowedSql,
  sinceSavedSql,
  upvotesSinceSql,
  type Recipient,
} from './activity.server.ts'
import { maxCountedMembers } from './limits.ts'

export type Actor = { userId: number; userName: string; at: Date }

/**
 * Returns the members behind each notification, the newest first, at most `most` per notification. The result has the
 * order of `notifications`.
 */
export async function actorsOf(
  database: Database,
  recipient: Recipient,
  notifications: Pick<Activity, 'kind' | 'itemId' | 'day'>[],
  most = maxCountedMembers,
): Promise<Actor[][]> {
  const found: Actor[][] = notifications.map(() => [])
  if (notifications.length === 0) return found
  const { id, since } = recipient
  const { rows } = await sql<Actor & { place: number }>`
    select l.place, who."userId", who."userName", who.at
      from json_to_recordset(${JSON.stringify(notifications.map((notification, place) => ({ ...notification, place })))}::json)
        as l (place integer, kind text, "itemId" integer, day text)
     cross join lateral (
       (select u.id as "userId", u.user_name as "userName", f.created_at as at
          from follows f join users u on u.id = f.follower_id
         where l.kind = 'follow' and f.followee_id = ${id} and f.created_at > ${since}
           and f.created_at >= (l.day || 'T00:00:00Z')::timestamptz
           and f.created_at < (l.day || 'T00:00:00Z')::timestamptz + interval '24 hours'
           and ${canNotifyAboutSql(recipient, sql`f.follower_id`)}
         order by f.created_at desc limit ${most})
       union all
       (select u.id, u.user_name, v.created_at
          from yolos y join votes v on v.item_id = y.item_id join users u on u.id = v.user_id
         where l.kind = 'upvoted' and y.user_id = ${id} and y.item_id = l."itemId"
           and v.created_at > ${sinceSavedSql(recipient)}
           and ${neverReportedSql(sql`v.user_id`, sql`${id}`)} and ${canNotifyAboutSql(recipient, sql`v.user_id`)}
         order by v.created_at desc limit ${most})
       union all
       (select u.id, coalesce(a.shown_name, u.user_name), a.created_at
          from yolos a join follows f on f.follower_id = ${id} and f.followee_id = a.user_id join users u on u.id = a.user_id
         where l.kind = 'followed-yolo' and a.item_id = l."itemId" and a.created_at > ${favoritesSinceSql(recipient)}
           and ${canNotifyAboutSql(recipient, sql`a.user_id`)}
         order by a.created_at desc limit ${most})
       union all
       (select u.id, u.user_name, a.created_at
          from votes a join follows f on f.follower_id = ${id} and f.followee_id = a.user_id join users u on u.id = a.user_id
         where l.kind = 'followed-upvote' and a.item_id = l."itemId" and a.created_at > ${upvotesSinceSql(recipient)}
           and ${notReportedByFollowedSql(sql`f.follower_id`)} and ${canNotifyAboutSql(recipient, sql`a.user_id`)}
         order by a.created_at desc limit ${most})
       union all
       (select u.id, coalesce(y.shown_name, u.user_name), y.created_at
          from yolos y join users u on u.id = y.user_id
         where l.kind = 'nearby' and y.item_id = l."itemId" and y.created_at > ${since}
           and ${canNotifyAboutSql(recipient, sql`y.user_id`)} ${excludeFollowedSql(recipient, sql`y.user_id`)}
         order by y.created_at desc limit ${most})
     ) who
     order by l.place, who.at desc, who."userId"`.execute(database)
  for (const { place, ...who } of rows) found[place]!.push(who)
  return found
}
