import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#platform/server/services.ts'
import type { NoticeKind } from './contract.ts'

// Each act writes its notices in its own transaction (notices.sql has those of an upvote). Notices of members who
// don't count are stored as well, and shown once the member counts. A notice that exists already is left as it is.

/** Miles around a member's saved location in which new yolos concern them (specification: settings). */
const nearbyMiles = 20
/** The most members who are notified of a yolo near them: those who came last. */
const maxNearby = 1000

type Act = { actorId: number; itemId: number; at: Date }

export async function notifyFollow(
  tx: Database,
  { followerId, followeeId, at }: { followerId: number; followeeId: number; at: Date },
): Promise<void> {
  await insertSql(
    sql`select ${followeeId}::integer, 'follow', ${followerId}::integer, null::integer, ${at}::timestamptz`,
  ).execute(tx)
}

/**
 * Returns a statement that tells the followers of the member who saved an item, and members near its restaurant. `-u.id`
 * keeps the planner from walking all members by their ids.
 */
export const savedNoticesSql = ({ actorId, itemId, at }: Act) =>
  insertSql(sql`
    select u.id, 'followed-yolo', ${actorId}::integer, ${itemId}::integer, ${at}::timestamptz
      from follows f join users u on u.id = f.follower_id and u.notify_followed
     where f.followee_id = ${actorId}
    union all
    (select u.id, 'nearby', ${actorId}, i.id, ${at}
      from items i
      join users u on u.latitude between i.latitude - ${nearbyMiles / 69} and i.latitude + ${nearbyMiles / 69}
     where i.id = ${itemId} and u.notify_nearby and u.id <> ${actorId}
       and miles_between(i.latitude, i.longitude, u.latitude, u.longitude) <= ${nearbyMiles}
       and not exists (select from follows f where f.follower_id = u.id and f.followee_id = ${actorId})
     order by -u.id limit ${maxNearby})`)

export async function notifyWon(
  tx: Database,
  { userId, contestId, at }: { userId: number; contestId: number; at: Date },
): Promise<void> {
  await tx
    .insertInto('notifications')
    .values({ recipient_id: userId, kind: 'won', contest_id: contestId, created_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** `text` says what was decided, in the second person. */
export async function notifyDecided(
  tx: Database,
  { userId, text, at }: { userId: number; text: string; at: Date },
): Promise<void> {
  await tx
    .insertInto('notifications')
    .values({ recipient_id: userId, kind: 'decided', text, created_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

type Withdrawn = { kinds: NoticeKind[]; actorId: number; itemId?: number; recipientId?: number }

/** Deletes the notices of an act that was taken back. */
export async function withdrawNotices(
  tx: Database,
  { kinds, actorId, itemId, recipientId }: Withdrawn,
): Promise<void> {
  await tx
    .deleteFrom('notifications')
    .where('kind', 'in', kinds)
    .where('actor_id', '=', actorId)
    .$if(itemId !== undefined, (query) => query.where('item_id', '=', itemId!))
    .$if(recipientId !== undefined, (query) => query.where('recipient_id', '=', recipientId!))
    .execute()
}

const insertSql = (rows: RawBuilder<unknown>) => sql`
  insert into notifications (recipient_id, kind, actor_id, item_id, created_at)
  ${rows} on conflict do nothing`
