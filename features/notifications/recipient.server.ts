import { sql } from 'kysely'
import type { Database } from '#platform/server/services.ts'
import { canNotifyAboutSql, type ActivityKind, type Recipient } from './activity.server.ts'
import { maxUnread } from './contract.ts'

/** If a member follows more than this many others, the others' acts are read one span of time after the other. */
const many = 200

/**
 * Returns the recipient of notifications, the number of their new followers (at most `maxUnread`), and the times up to
 * which they have read.
 */
export async function recipientOf(database: Database, id: number, oldest: Date) {
  const row = await database
    .selectFrom('users')
    .select([
      'notify_nearby',
      'notify_upvoted',
      'notify_followed',
      'follows_read_at',
      'notices_read_at',
      'latitude',
      'longitude',
      'created_at',
      'email_verified_at',
      'held_at',
      sql<number>`(select count(*)::integer from (
        select 1 from follows f
         where f.followee_id = users.id and f.created_at > users.follows_read_at
           and ${canNotifyAboutSql({ id }, sql`f.follower_id`, sql`f.created_at`)}
         limit ${maxUnread}) fresh)`.as('follow_unread'),
      sql<boolean>`exists (select 1 from follows f where f.follower_id = users.id offset ${many})`.as(
        'follows_many',
      ),
    ])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const { latitude, longitude } = row
  const wants: ActivityKind[] = [
    'follow',
    'gone',
    'closed',
    'won',
    'removed',
    ...(row.notify_upvoted ? (['upvoted'] as const) : []),
    ...(row.notify_followed ? (['followed-yolo', 'followed-upvote'] as const) : []),
    ...(row.notify_nearby ? (['nearby'] as const) : []),
  ]
  const recipient: Recipient = {
    id,
    wants,
    // Nothing from before the member joined is listed or counts as unread.
    since: row.created_at > oldest ? row.created_at : oldest,
    sinceFollowing: true,
    // Nobody is told of a follower who is unverified or held, so what only followers see isn't shown to them.
    seesUpvotesSince: row.held_at ? null : row.email_verified_at,
    followsMany: row.follows_many,
    place: latitude === null || longitude === null ? null : { latitude, longitude },
  }
  return {
    recipient,
    followUnread: row.follow_unread,
    followsReadAt: row.follows_read_at,
    noticesReadAt: row.notices_read_at,
  }
}
