import { sql } from 'kysely'
import { changeWeeklyMail, recordConsent } from '#domain/email-consent.ts'
import { badCursor } from '#platform/contract/paging.ts'
import { transact } from '#platform/server/database/database.ts'
import { implementCall, type Viewer } from '#platform/server/http/handler.ts'
import { isoTimestampSql } from '#platform/server/instant.ts'
import type { JobQueue } from '#platform/server/jobs/jobs.ts'
import type { Database, Services } from '#platform/server/services.ts'
import * as calls from './contract.ts'
import {
  changeNotificationSettings,
  markFollowsRead,
  markNoticesRead,
  maxUnread,
  notifications,
  pageSize,
  showNotificationSettings,
  unreadCounts,
  type Notice,
} from './contract.ts'
import { deviceHandlers } from './push/devices.server.ts'
import { pushQueue } from './push/push.server.ts'

export { calls }
export { backupRules } from './push/devices.server.ts'

export const queues = (services: Services): JobQueue[] => [
  pushQueue(services),
  {
    name: 'notification-purge',
    every: '17 4 * * *',
    run: async () => {
      await sql`delete from notifications where created_at < ${services.clock.now()}::timestamptz - interval '90 days'`.execute(
        services.database,
      )
    },
  },
]

export const handlers = (services: Services) => [
  ...listHandlers(services),
  ...settingHandlers(services),
  ...deviceHandlers(services),
]

/** SQL for the notices of a member from counting members without a block between them, grouped into lines. `upTo` is the newest row of a line. */
const linesSql = (viewer: number) => sql`
  select n.kind, n.item_id, n.contest_id, n.text, max(n.id) as up_to, max(n.created_at) as at,
         bool_or(n.read_at is null) as unread, count(a.id)::integer as people_count,
         (array_agg(a.id order by n.id desc) filter (where a.id is not null))[1:3] as people
    from notifications n
    left join users a on a.id = n.actor_id
   where n.recipient_id = ${viewer} and (n.actor_id is null or a.counts)
     and not exists (select from blocks b where (b.blocker_id, b.blocked_id) in ((${viewer}, a.id), (a.id, ${viewer})))
   group by n.kind, n.item_id, n.contest_id, n.text,
            case n.kind when 'follow' then (n.created_at at time zone 'UTC')::date end`

const listHandlers = ({ database, clock }: Services) => [
  implementCall(notifications, async ({ input: { cursor }, viewer }) => {
    const before = cursor === undefined ? null : Number(cursor)
    if (before !== null && !Number.isSafeInteger(before)) throw badCursor()
    const { rows } = await sql<Notice & { upTo: number }>`
      select line.kind || ':' || line.up_to as key, line.kind, ${isoTimestampSql('line.at')} as time, line.unread,
             line.people_count as "peopleCount", line.text, line.up_to as "upTo",
             coalesce((select jsonb_agg(jsonb_build_object('userId', u.id, 'userName', u.user_name) order by p.n)
                         from unnest(line.people) with ordinality p (id, n) join users u on u.id = p.id), '[]') as people,
             case when i.id is not null then jsonb_build_object('id', i.id, 'itemName', i.name,
               'restaurantName', r.name, 'categoryId', i.category_id) end as item,
             case when c.id is not null then jsonb_build_object('id', c.id, 'title', c.title, 'prize', c.prize) end as contest
        from (${linesSql(viewer.id)}) line
        left join items i on i.id = line.item_id
        left join restaurants r on r.id = i.restaurant_id
        left join contests c on c.id = line.contest_id
       where (${before}::bigint is null or line.up_to < ${before}) and i.deleted_at is null and r.deleted_at is null
       order by line.up_to desc limit ${pageSize + 1}`.execute(database)
    const items = rows.slice(0, pageSize)
    const last = rows.length > pageSize ? items.at(-1) : undefined
    return { items, cursor: last ? String(last.upTo) : null }
  }),

  implementCall(unreadCounts, async ({ viewer }) => {
    const { rows } = await sql<{ follows: number; others: number }>`
      select coalesce(sum(people_count) filter (where kind = 'follow'), 0)::integer as follows,
             (count(*) filter (where kind <> 'follow'))::integer as others
        from (${linesSql(viewer.id)} having bool_or(n.read_at is null)) line`.execute(database)
    const { follows, others } = rows[0]!
    return {
      followUnread: Math.min(follows, maxUnread),
      notificationUnread: Math.min(others, maxUnread),
    }
  }),

  implementCall(markFollowsRead, ({ viewer }) => markRead(database, viewer, '=', clock.now())),
  implementCall(markNoticesRead, ({ viewer }) => markRead(database, viewer, '<>', clock.now())),
]

async function markRead(database: Database, viewer: Viewer, isFollow: '=' | '<>', now: Date) {
  await database
    .updateTable('notifications')
    .set({ read_at: now })
    .where('recipient_id', '=', viewer.id)
    .where('kind', isFollow, 'follow')
    .where('read_at', 'is', null)
    .execute()
  return {}
}

const settingHandlers = ({ database, clock }: Services) => [
  implementCall(showNotificationSettings, ({ viewer }) => settingsOf(database, viewer.id)),

  implementCall(changeNotificationSettings, ({ input, viewer }) =>
    transact(database, async (tx) => {
      const { nearby, upvoted, followed, emailConsent, weeklyMail } = input
      if ([nearby, upvoted, followed].some((choice) => choice !== undefined))
        await tx
          .updateTable('users')
          .set({ notify_nearby: nearby, notify_upvoted: upvoted, notify_followed: followed })
          .where('id', '=', viewer.id)
          .execute()
      if (emailConsent !== undefined) await changeConsent(tx, viewer, emailConsent, clock.now())
      if (weeklyMail !== undefined) await changeWeeklyMail(tx, viewer, weeklyMail, clock.now())
      return settingsOf(tx, viewer.id)
    }),
  ),
]

/** Changes the consent and records the change. Does neither if the present consent is the same. */
async function changeConsent(tx: Database, viewer: Viewer, agreed: boolean, now: Date) {
  const changed = await tx
    .updateTable('users')
    .set({ email_consent_at: agreed ? now : null })
    .where('id', '=', viewer.id)
    .where('email_consent_at', agreed ? 'is' : 'is not', null)
    .returning('id')
    .executeTakeFirst()
  if (changed) await recordConsent(tx, viewer, agreed, now)
}

async function settingsOf(database: Database, id: number) {
  const { rows } = await sql<{
    nearby: boolean
    upvoted: boolean
    followed: boolean
    emailConsent: boolean
    weeklyMail: boolean
  }>`
    select notify_nearby as nearby, notify_upvoted as upvoted, notify_followed as followed,
           email_consent_at is not null as "emailConsent",
           weekly_mail as "weeklyMail"
      from users where id = ${id}`.execute(database)
  return rows[0]!
}
