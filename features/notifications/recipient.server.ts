import { sql } from 'kysely'
import type { Database } from '#platform/server/services.ts'
import { canNotifyAboutSql, type ActivityKind, type Recipient } from './activity.server.ts'
import { maxUnread } from './contract.ts'

type State = Record<'email_verified_at' | 'back_at', Date | null> & {
  hidden: boolean
}

/**
 * Returns the time from which a member sees upvotes of whom they follow, or null. Nobody is told of a follower who is
 * unverified, held, taken down or away, so what only followers see isn't shown to them, nor what was done meanwhile.
 */
function seesUpvotesSince({ email_verified_at: verified, back_at, hidden }: State) {
  if (!verified || hidden) return null
  return back_at && back_at > verified ? back_at : verified
}

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
      'hidden',
      sql<Date | null>`greatest(returned_at,
        (select max(t.restored_at) from takedowns t where t.member_id = users.id and t.kind = 'member'))`.as(
        'back_at',
      ),
      sql<number>`(select count(*)::integer from (
        select 1 from follows f
         where f.followee_id = users.id and f.created_at > users.follows_read_at
           and ${canNotifyAboutSql({ id }, sql`f.follower_id`)}
         limit ${maxUnread}) fresh)`.as('follow_unread'),
      sql<boolean>`exists (select 1 from follows f where f.follower_id = users.id offset ${many})`.as(
        'follows_many',
      ),
    ])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const { latitude, longitude } = row
  // Who is taken down isn't told what members do, who can neither see nor block them.
  const ofOthers: ActivityKind[] = [
    'follow',
    ...(row.notify_upvoted ? (['upvoted'] as const) : []),
    ...(row.notify_followed ? (['followed-yolo', 'followed-upvote'] as const) : []),
    ...(row.notify_nearby ? (['nearby'] as const) : []),
  ]
  const recipient: Recipient = {
    id,
    wants: ['gone', 'closed', 'won', 'removed', ...(row.hidden ? [] : ofOthers)],
    // Nothing from before the member joined is listed or counts as unread.
    since: row.created_at > oldest ? row.created_at : oldest,
    sinceFollowing: true,
    seesUpvotesSince: seesUpvotesSince(row),
    followsMany: row.follows_many,
    place: latitude === null || longitude === null ? null : { latitude, longitude },
  }
  return {
    recipient,
    followUnread: row.hidden ? 0 : row.follow_unread,
    followsReadAt: row.follows_read_at,
    noticesReadAt: row.notices_read_at,
  }
}
