import { sql } from 'kysely'
import { recordConsent } from '#domain/email-consent.ts'
import { updateMember } from '#domain/lock-member.ts'
import { notReportedBy, memberVisible } from '#domain/visible.ts'
import { transact } from '#platform/server/database.ts'
import { implementCall, type Viewer } from '#platform/server/http/handler.ts'
import type { Database, Services } from '#platform/server/services.ts'
import { actsFor, type ActivityKind, type Recipient } from './activity.server.ts'
import {
  changeSettings,
  feed,
  maxUnread,
  notifications,
  readFollows,
  readNotices,
  showSettings,
  stream,
  unread,
} from './contract.ts'
import { groupIntoNotifications, pageOfNotifications } from './notifications.server.ts'
import { openStreams } from './stream/streams.server.ts'

export * as calls from './contract.ts'

/** If a member follows more than this many others, their acts are read in spans of time. */
const many = 200

const maxAge = 90 * 24 * 60 * 60 * 1000

export const handlers = (services: Services) => [
  ...listHandlers(services),
  ...settingHandlers(services),
]

function listHandlers(services: Services) {
  const { database, clock, events } = services
  const streams = openStreams(services)
  const oldest = () => new Date(clock.now().getTime() - maxAge)

  const markRead =
    (column: 'follows_read_at' | 'notices_read_at') =>
    async ({ input: { until }, viewer }: { input: { until?: string }; viewer: Viewer }) => {
      const now = clock.now()
      const read = until ? new Date(Math.min(Date.parse(until), now.getTime())) : now
      await updateMember(database, viewer.id, {
        [column]: sql`greatest(${sql.ref(column)}, ${read}::timestamptz)`,
      })
      events.publish({ kind: 'read', memberId: viewer.id })
      return {}
    }

  return [
    implementCall(notifications, async ({ input: { cursor }, viewer }) => {
      const { recipient, ...read } = await recipientOf(database, viewer, oldest())
      return pageOfNotifications(database, viewer, recipient, {
        cursor,
        now: clock.now(),
        isUnread: ({ kind, at }) =>
          at > (kind === 'follow' ? read.followsReadAt : read.noticesReadAt),
      })
    }),

    implementCall(feed, async ({ input: { cursor }, viewer }) => {
      const { recipient } = await recipientOf(database, viewer, oldest())
      const wants: ActivityKind[] = ['followed-yolo', 'followed-upvote']
      return pageOfNotifications(
        database,
        viewer,
        { ...recipient, wants, since: oldest(), sinceFollowing: false },
        { cursor, now: clock.now(), isUnread: () => false },
      )
    }),

    implementCall(unread, async ({ viewer }) => {
      const { recipient, followUnread, noticesReadAt } = await recipientOf(
        database,
        viewer,
        oldest(),
      )
      const since = new Date(Math.max(noticesReadAt.getTime(), recipient.since.getTime()))
      const wants = recipient.wants.filter((kind) => kind !== 'follow')
      // Ten acts of one member are about ten things, but several acts in a cell can be about the same thing, so it
      // reads more.
      const limit = maxUnread * 4
      const acts = await actsFor(database, { ...recipient, wants, since }, clock.now(), limit)
      return {
        followUnread,
        notificationUnread: Math.min(groupIntoNotifications(acts).length, maxUnread),
      }
    }),

    implementCall(readFollows, markRead('follows_read_at')),
    implementCall(readNotices, markRead('notices_read_at')),
    implementCall(stream, async ({ viewer, request }) => streams.open(viewer, request.signal)),
  ]
}

function settingHandlers({ database, clock, events }: Services) {
  /** Changes the consent, and records the change only if it differs from the present consent. */
  const changeConsent = (viewer: Viewer, agreed: boolean) =>
    transact(database, async (tx) => {
      const changed = await tx
        .updateTable('users')
        .set({ email_consent_at: agreed ? clock.now() : null })
        .where('id', '=', viewer.id)
        .where('email_consent_at', agreed ? 'is' : 'is not', null)
        .returning('id')
        .executeTakeFirst()
      if (changed) await recordConsent(tx, viewer, agreed, clock.now())
    })

  return [
    implementCall(showSettings, async ({ viewer }) => settingsOf(database, viewer.id)),

    implementCall(changeSettings, async ({ input, viewer }) => {
      const { nearby, upvoted, followed, emailConsent } = input
      if ([nearby, upvoted, followed].some((wanted) => wanted !== undefined)) {
        await updateMember(database, viewer.id, {
          notify_nearby: nearby,
          notify_upvoted: upvoted,
          notify_followed: followed,
        })
        events.publish({ kind: 'read', memberId: viewer.id })
      }
      if (emailConsent !== undefined) await changeConsent(viewer, emailConsent)
      return settingsOf(database, viewer.id)
    }),
  ]
}

async function settingsOf(database: Database, id: number) {
  const row = await database
    .selectFrom('users')
    .select(['notify_nearby', 'notify_upvoted', 'notify_followed', 'email_consent_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return {
    nearby: row.notify_nearby,
    upvoted: row.notify_upvoted,
    followed: row.notify_followed,
    emailConsent: row.email_consent_at !== null,
  }
}

/**
 * Returns the recipient of notifications, the number of their new followers (each one counts), and up to when they have
 * read.
 */
async function recipientOf(database: Database, viewer: Viewer, oldest: Date) {
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
      sql<number>`(select count(*)::integer from (
        select 1 from follows f join users u on u.id = f.follower_id and ${memberVisible('u')}
         where f.followee_id = users.id and f.created_at > users.follows_read_at
           and not exists (select 1 from blocks b where b.blocker_id = users.id and b.blocked_id = u.id)
           and ${notReportedBy(viewer.id, sql`u.id`)}
         limit ${maxUnread}) fresh)`.as('follow_unread'),
      sql<boolean>`exists (select 1 from follows f where f.follower_id = users.id offset ${many})`.as(
        'follows_many',
      ),
    ])
    .where('id', '=', viewer.id)
    .executeTakeFirstOrThrow()
  const { latitude, longitude } = row
  const wants: ActivityKind[] = [
    'follow',
    'gone',
    'closed',
    ...(row.notify_upvoted ? (['upvoted'] as const) : []),
    ...(row.notify_followed ? (['followed-yolo', 'followed-upvote'] as const) : []),
    ...(row.notify_nearby ? (['nearby'] as const) : []),
  ]
  const recipient: Recipient = {
    id: viewer.id,
    wants,
    // Nothing from before the member joined is listed or counts as unread.
    since: viewer.createdAt > oldest ? viewer.createdAt : oldest,
    sinceFollowing: true,
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
