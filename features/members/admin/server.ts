import { sql } from 'kysely'
import { recordAudit } from '#domain/audit.ts'
import { milesFromSql } from '#domain/position/distance.ts'
import {
  createdAtSql,
  newestFirst,
  pageSize,
  requestedDays,
  tablePage,
  withinDaysSql,
} from '#features/admin/table.server.ts'
import { memberNotFound } from '#features/avatars/contract.ts'
import type { OutputOf } from '#platform/contract/call.ts'
import { implementCall } from '#platform/server/http/handler.ts'
import { isoTimestampSql } from '#platform/server/instant.ts'
import type { Services } from '#platform/server/services.ts'
import {
  emailsNearby,
  memberDetails,
  membersWithShares,
  newMembers,
  searchMembers,
} from './contract.ts'

/** Maximum distance of members who get mails about an area, in miles. */
const mailMiles = 50

type Person = OutputOf<typeof searchMembers>['items'][number]
type Details = OutputOf<typeof memberDetails>

const personSql = sql<Person>`
  u.id, u.user_name as "userName", u.first_name as "firstName", u.last_name as "lastName", u.email, u.platform,
  ${createdAtSql('u')} as "createdAt",
  case when u.suspended_at is not null then 'suspended' when u.disabled_at is not null then 'disabled'
       when u.email_verified_at is null then 'unverified' else 'active' end as state`

const texts = [sql`u.user_name`, sql`u.first_name`, sql`u.last_name`, sql`u.email`, sql`u.id::text`]

export const memberAdminHandlers = (services: Services) => [
  ...listHandlers(services),
  ...memberHandlers(services),
]

const listHandlers = ({ database, clock }: Services) => [
  implementCall(membersWithShares, async ({ input: { cursor = 0, pageSize: size = pageSize } }) => {
    const { rows } = await sql<OutputOf<typeof membersWithShares>[number]>`
      select u.id, u.first_name as "firstName", u.last_name as "lastName", u.user_name as "userName",
             (select count(*)::integer from yolos y where y.user_id = u.id) as "yoloCount",
             (select count(*)::integer from users r where r.referrer_id = u.id and r.counts) as "refCount",
             u.share_count as "shareCount"
        from users u
       where u.id > ${cursor}
         -- 'offset 0' keeps the planner from reading a whole table first: a page needs few members.
         and (exists (select from yolos y where y.user_id = u.id offset 0)
           or exists (select from users r where r.referrer_id = u.id and r.counts offset 0)
           or u.share_count > 0)
       order by u.id limit ${size}`.execute(database)
    return rows
  }),

  implementCall(newMembers, async ({ input }) => {
    const days = await requestedDays({ database, clock }, input)
    const joined = withinDaysSql(days, 'u.created_at')
    const counts = await sql<{ new_users: number; registered_users: number }>`
      select (count(*) filter (where ${joined}))::integer as new_users, count(*)::integer as registered_users
        from users u where ${withinDaysSql({ ...days, first: null }, 'u.created_at')}`.execute(
      database,
    )
    const { items: users, cursor } = await tablePage(
      database,
      {
        columns: personSql,
        from: sql`users u`,
        where: [joined],
        texts,
        ...newestFirst('users', 'u'),
      },
      { pageSize, ...input },
    )
    return { ...counts.rows[0]!, users, cursor }
  }),

  implementCall(emailsNearby, async ({ input: { latitude, longitude }, viewer }) => {
    const { rows } = await sql<{ email: string }>`
      select email from users
       where email_consent_at is not null and counts and email is not null
         and latitude between ${latitude - mailMiles / 69} and ${latitude + mailMiles / 69}
         and ${milesFromSql({ latitude, longitude })} <= ${mailMiles}
       order by email`.execute(database)
    await recordAudit(database, viewer, 'emails.list', `point ${latitude},${longitude}`, {
      after: { count: rows.length },
      at: clock.now(),
    })
    return rows.map(({ email }) => email)
  }),
]

const memberHandlers = ({ database }: Services) => [
  implementCall(searchMembers, ({ input }) =>
    tablePage(
      database,
      { columns: personSql, from: sql`users u`, where: [], texts, ...newestFirst('users', 'u') },
      input,
    ),
  ),

  implementCall(memberDetails, async ({ input: { id } }) => {
    const { rows } = await sql<Details>`
      select ${personSql}, u.bio, ${isoTimestampSql('u.email_verified_at')} as "verifiedAt",
             u.pending_email as "pendingEmail", ${isoTimestampSql('u.email_consent_at')} as "consentAt",
             ${isoTimestampSql('u.disabled_at')} as "disabledAt", ${isoTimestampSql('u.suspended_at')} as "suspendedAt",
             ${isoTimestampSql('seen.at')} as "lastSeenAt", u.location_name as place,
             case when f.id is not null then jsonb_build_object('id', f.id, 'userName', f.user_name) end as referrer,
             jsonb_build_object(
               'yolos', (select count(*) from yolos where user_id = u.id),
               'votes', (select count(*) from votes where user_id = u.id),
               'followers', (select count(*) from follows where followee_id = u.id),
               'following', (select count(*) from follows where follower_id = u.id),
               'referrals', (select count(*) from users r where r.referrer_id = u.id and r.counts),
               'restaurantsAdded', (select count(*) from restaurants where added_by = u.id)) as counts,
             (${actsSql(id)}) as acts
        from users u left join users f on f.id = u.referrer_id
        -- Sessions of an admin who acted as this member don't count.
        left join lateral (
          select max(last_used_at) as at from sessions where user_id = u.id and parent_hash is null) seen on true
       where u.id = ${id}`.execute(database)
    if (!rows[0]) throw memberNotFound()
    return rows[0]
  }),
]

const newest = sql`order by created_at desc limit 20`

/** SQL for a member's last 20 acts, as a JSON list. */
const actsSql = (id: number) => sql`
  select coalesce(jsonb_agg(jsonb_build_object('kind', kind, 'at', ${isoTimestampSql('act.created_at')},
                                               'subjectId', subject_id, 'name', name) order by created_at desc), '[]')
    from (
      select * from (
        (select 'yolo' as kind, y.created_at, i.id as subject_id, i.name
           from (select * from yolos where user_id = ${id} ${newest}) y join items i on i.id = y.item_id)
        union all
        (select 'vote', v.created_at, i.id, i.name
           from (select * from votes where user_id = ${id} ${newest}) v join items i on i.id = v.item_id)
        union all
        (select 'follow', w.created_at, m.id, m.user_name
           from (select * from follows where follower_id = ${id} ${newest}) w join users m on m.id = w.followee_id)
        union all
        (select 'restaurant', created_at, id, name from restaurants where added_by = ${id} ${newest})) every_act
      ${newest}) act`
