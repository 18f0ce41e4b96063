import { sql } from 'kysely'
import { changeWeeklyMail, recordConsent } from '#domain/email-consent.ts'
import { lockMember, updateMember } from '#domain/locks/lock-member.ts'
import { spendLink } from '#features/mail/may-mail.server.ts'
import { sendMail } from '#features/mail/send.server.ts'
import { transact } from '#platform/server/database/database.ts'
import { implementCall, type Viewer } from '#platform/server/http/handler.ts'
import type { Database, Services } from '#platform/server/services.ts'
import { activitiesFor, type ActivityKind } from './activity.server.ts'
import {
  addressToProve,
  changeNotificationSettings,
  feed,
  maxUnread,
  notifications,
  markFollowsRead,
  markNoticesRead,
  showNotificationSettings,
  notificationStream,
  unreadCounts,
} from './contract.ts'
import { groupIntoNotifications, pageOfNotifications } from './notifications.server.ts'
import { recipientOf } from './recipient.server.ts'
import * as notificationCalls from './contract.ts'
import * as pushCalls from './push/contract.ts'
import { deviceHandlers } from './push/devices.server.ts'
import { openStreams } from './stream/streams.server.ts'

export const calls = { ...notificationCalls, ...pushCalls }
export { backupRules } from './push/backup-rules.ts'
export { queues } from './push/queues.server.ts'

const maxAge = 90 * 24 * 60 * 60 * 1000

export const handlers = (services: Services) => [
  ...listHandlers(services),
  ...settingHandlers(services),
  ...deviceHandlers(services),
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
      const { recipient, ...read } = await recipientOf(database, viewer.id, oldest())
      return pageOfNotifications(database, viewer, recipient, {
        cursor,
        now: clock.now(),
        isUnread: ({ kind, at }) =>
          at > (kind === 'follow' ? read.followsReadAt : read.noticesReadAt),
      })
    }),

    implementCall(feed, async ({ input: { cursor }, viewer }) => {
      const { recipient } = await recipientOf(database, viewer.id, oldest())
      const wants: ActivityKind[] = ['followed-yolo', 'followed-upvote']
      return pageOfNotifications(
        database,
        viewer,
        { ...recipient, wants, since: oldest(), sinceFollowing: false },
        { cursor, now: clock.now(), isUnread: () => false },
      )
    }),

    implementCall(unreadCounts, async ({ viewer }) => {
      const { recipient, followUnread, noticesReadAt } = await recipientOf(
        database,
        viewer.id,
        oldest(),
      )
      const since = new Date(Math.max(noticesReadAt.getTime(), recipient.since.getTime()))
      const wants = recipient.wants.filter((kind) => kind !== 'follow')
      // Ten acts of one member are about ten dishes, but several acts in a cell can be about the same dish, so more
      // acts are read.
      const limit = maxUnread * 4
      const { acts } = await activitiesFor(
        database,
        { ...recipient, wants, since },
        clock.now(),
        limit,
      )
      return {
        followUnread,
        notificationUnread: Math.min(groupIntoNotifications(acts).length, maxUnread),
      }
    }),

    implementCall(markFollowsRead, markRead('follows_read_at')),
    implementCall(markNoticesRead, markRead('notices_read_at')),
    implementCall(notificationStream, async ({ viewer, request }) =>
      streams.open(viewer, request.signal),
    ),
  ]
}

type Consents = { emailConsent?: boolean; weeklyMail?: boolean }

/** Returns what is withdrawn, then what is agreed to, because that may be refused. */
const consentsInTurn = ({ emailConsent, weeklyMail }: Consents): Consents[] =>
  [false, true]
    .filter((wanted) => emailConsent === wanted || weeklyMail === wanted)
    .map((wanted) => ({
      ...(emailConsent === wanted && { emailConsent }),
      ...(weeklyMail === wanted && { weeklyMail }),
    }))

function settingHandlers(services: Services) {
  const { database, clock, events, limits } = services
  /** Changes the consent and records the change. Does neither if the present consent is the same. */
  async function changeConsent(tx: Database, viewer: Viewer, agreed: boolean) {
    const changed = await tx
      .updateTable('users')
      .set({ email_consent_at: agreed ? clock.now() : null })
      .where('id', '=', viewer.id)
      .where('email_consent_at', agreed ? 'is' : 'is not', null)
      .returning('id')
      .executeTakeFirst()
    if (changed) await recordConsent(tx, viewer, agreed, clock.now())
  }

  /**
   * Giving has a budget, because each change stays in the audit. Withdrawing is never refused: each needs a consent
   * before it. Returns false, and changes nothing, if mails can't be agreed to because the address was only proven
   * outside the account's own sessions: it may be a stranger's who just opened a link.
   */
  const changeConsents = (viewer: Viewer, { emailConsent, weeklyMail }: Consents) =>
    transact(database, async (tx) => {
      // A link that is opened elsewhere at the same time ends what was agreed to before it, or is known here.
      const member = await lockMember(tx, viewer.id)
      const before = await settingsOf(tx, viewer.id)
      if ((emailConsent && !before.emailConsent) || (weeklyMail && !before.weeklyMail)) {
        if (member?.email_verified_at && member.email_proven_elsewhere) return false
        await limits.spendNamed({ 'consent-given': { member: viewer.id } })
      }
      if (emailConsent !== undefined) await changeConsent(tx, viewer, emailConsent)
      if (weeklyMail !== undefined) await changeWeeklyMail(tx, viewer, weeklyMail, clock.now())
      return true
    })

  /** Refuses, and sends the link by which the member can prove the address. */
  async function refuseUntilProven(id: number, ip: string): Promise<never> {
    await spendLink(services, { kind: 'verify', member: id, ip })
    await sendMail(services, { kind: 'verify', userId: id, ip, isCounted: true })
    throw addressToProve()
  }

  return [
    implementCall(showNotificationSettings, async ({ viewer }) => settingsOf(database, viewer.id)),

    implementCall(changeNotificationSettings, async ({ input, viewer, request: { ip } }) => {
      const { nearby, upvoted, followed, quietHours, timeZone } = input
      for (const consents of consentsInTurn(input))
        if (!(await changeConsents(viewer, consents))) await refuseUntilProven(viewer.id, ip)
      if ([nearby, upvoted, followed].some((wanted) => wanted !== undefined)) {
        await updateMember(database, viewer.id, {
          notify_nearby: nearby,
          notify_upvoted: upvoted,
          notify_followed: followed,
        })
        events.publish({ kind: 'read', memberId: viewer.id })
      }
      if (quietHours !== undefined || timeZone !== undefined)
        await updateMember(database, viewer.id, {
          ...(quietHours !== undefined && {
            quiet_from: quietHours?.from ?? null,
            quiet_to: quietHours?.to ?? null,
          }),
          ...(timeZone !== undefined && { time_zone: timeZone }),
        })
      return settingsOf(database, viewer.id)
    }),
  ]
}

async function settingsOf(database: Database, id: number) {
  const row = await database
    .selectFrom('users')
    .select([
      'notify_nearby',
      'notify_upvoted',
      'notify_followed',
      'email_consent_at',
      'quiet_from',
      'quiet_to',
      'time_zone',
      sql<boolean>`exists (select 1 from weekly_mail_consents w where w.user_id = users.id)`.as(
        'weekly_mail',
      ),
    ])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return {
    nearby: row.notify_nearby,
    upvoted: row.notify_upvoted,
    followed: row.notify_followed,
    emailConsent: row.email_consent_at !== null,
    weeklyMail: row.weekly_mail,
    quietHours:
      row.quiet_from === null || row.quiet_to === null
        ? null
        : { from: row.quiet_from, to: row.quiet_to },
    timeZone: row.time_zone,
  }
}
