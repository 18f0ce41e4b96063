import { sql } from 'kysely'
import type { ActivityKind } from '../activity.server.ts'
import { recentNotificationsFor, type RecentNotification } from '../news.server.ts'
import { notificationPath, pushText } from '../notification-texts.ts'
import { recipientOf } from '../recipient.server.ts'
import type { Database } from '#platform/server/services.ts'
import type { PushMessage } from './deliver.server.ts'

/** The kinds that a member's three settings switch on and off. */
const pushed: readonly ActivityKind[] = ['upvoted', 'followed-yolo', 'followed-upvote', 'nearby']
/** More notifications than this are summed up in one message. */
const most = 3

export type DatedPushMessage = {
  message: PushMessage
  at: Date
  /** Whether it tells of what is new near by. */
  isNearby: boolean
}

/** What to tell a device of: what happened since `since`, and whether of what is new near by, too. */
type Wanted = { since: Date; now: Date; mayTellNearby: boolean }

/** Returns the messages for a member's device, the oldest first. */
export async function pushMessagesFor(
  database: Database,
  userId: number,
  wanted: Wanted,
): Promise<DatedPushMessage[]> {
  const answers = await answersFor(database, userId, wanted.since)
  const news = await unreadNews(database, userId, wanted)
  return [...answers, ...summedUp(news)].sort((a, b) => a.at.getTime() - b.at.getTime())
}

async function unreadNews(
  database: Database,
  userId: number,
  { since, now, mayTellNearby }: Wanted,
) {
  const { recipient, noticesReadAt } = await recipientOf(database, userId, since)
  const wants = recipient.wants.filter(
    (kind) => pushed.includes(kind) && (mayTellNearby || kind !== 'nearby'),
  )
  if (wants.length === 0) return []
  const unreadSince = new Date(Math.max(recipient.since.getTime(), noticesReadAt.getTime()))
  return recentNotificationsFor(database, { ...recipient, wants, since: unreadSince }, now)
}

function summedUp(news: RecentNotification[]): DatedPushMessage[] {
  const [newest] = news
  if (!newest) return []
  if (news.length <= most)
    return news.map((one) => ({
      message: { title: 'Yolo', body: pushText(one), url: notificationPath(one), tag: one.key },
      at: one.at,
      isNearby: isNearby(one),
    }))
  const body = `${pushText(newest)}, and ${news.length - 1} more`
  const message = { title: 'Yolo', body, url: '/notify', tag: 'news' }
  return [{ message, at: newest.at, isNearby: news.some(isNearby) }]
}

const isNearby = ({ kind }: RecentNotification) => kind === 'nearby'

/**
 * Returns messages which say that the member has something to read: a hold or takedown, the end of one, or a contest
 * won. Only the page says what it is, because a lock screen may show the message to anyone.
 */
async function answersFor(
  database: Database,
  userId: number,
  since: Date,
): Promise<DatedPushMessage[]> {
  const { rows } = await sql<{ contestId: number | null; at: Date }>`
    select null::integer as "contestId", max(at) as at from (
      select t.created_at from takedowns t where t.member_id = ${userId} union all
      select t.restored_at from takedowns t where t.member_id = ${userId}) account (at)
     where at > ${since} having max(at) is not null
    union all
    select d.contest_id, d.drawn_at from contest_draws d
     where d.user_id = ${userId} and d.drawn_at > ${since} and d.accepted is null
       and d.ended_as is null and d.answer_by > d.drawn_at`.execute(database)
  return rows.map(({ contestId, at }) => ({
    at,
    isNearby: false,
    message:
      contestId === null
        ? {
            title: 'Yolo',
            body: 'An answer about your account waits for you',
            url: '/my-page',
            tag: 'account',
          }
        : {
            title: 'Yolo',
            body: 'News of a contest that you take part in waits for you',
            url: `/contests/${contestId}`,
            tag: `contest:${contestId}`,
          },
  }))
}
