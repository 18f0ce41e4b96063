import { sql, type RawBuilder } from 'kysely'
import { recordAudit } from '#domain/audit.ts'
import { milesFromSql } from '#domain/position/distance.ts'
import { countsSql } from '#domain/visible.ts'
import type { OutputOf, ParsedInputOf } from '#platform/contract/call.ts'
import { implementCall } from '#platform/server/http/handler.ts'
import type { Services } from '#platform/server/services.ts'
import { requestedDays } from '#features/admin/days.server.ts'
import { createdAtSql, withinDaysSql, pageSize } from '#features/admin/pages.server.ts'
import {
  caseInsensitiveSql,
  newestFirst,
  orderWithIdCursor,
  tablePage,
  type TableList,
} from '#features/admin/table-page.server.ts'
import {
  emailsNearby,
  newMembers,
  membersWithShares,
  membersWithSharesTable,
} from './people.contract.ts'

/** Maximum distance of members who get mails about an area, in miles. */
const mailMiles = 50
/** The same distance in degrees of latitude, slightly rounded up: a degree has 69.09 miles (rules: distance). */
const mailDegrees = mailMiles / 69

export const peopleHandlers = ({ database, clock }: Services) => [
  implementCall(membersWithShares, async ({ input: { cursor = 0 } }) => {
    const { rows } = await sql<Shareholder>`
      select ${shareholder}
        from (select id from (${holdersBy('yolos', 'user_id', cursor)}) y
              union select id from (${holdersBy('users', 'referrer_id', cursor)}) r
              union select id from (${holdersBy('shares', 'user_id', cursor)}) s
              order by id limit ${pageSize}) holder
        join users u on u.id = holder.id
       order by u.id`.execute(database)
    return rows
  }),

  implementCall(membersWithSharesTable, async ({ input }) => tablePage(database, holders, input)),

  implementCall(newMembers, async ({ input }) => {
    const days = await requestedDays({ database, clock }, input)
    const counts = await sql<{ new_users: number; registered_users: number }>`
      select count(*) filter (where ${withinDaysSql(days, 'u.created_at')})::integer as new_users,
             count(*)::integer as registered_users
        from users u where ${withinDaysSql({ ...days, first: null }, 'u.created_at')}`.execute(
      database,
    )
    const list = newcomers(withinDaysSql(days, 'u.created_at'), input.platform)
    const { items: users, ...page } = await tablePage(database, list, input, pageSize)
    return { ...counts.rows[0]!, users, ...page }
  }),

  implementCall(emailsNearby, async ({ input: { latitude, longitude }, viewer }) => {
    const { rows } = await sql<{ email: string }>`
      select email from users
       where email_consent_at is not null and email_verified_at is not null and not hidden
         and delete_at is null and email is not null
         and latitude between ${latitude - mailDegrees} and ${latitude + mailDegrees}
         and ${milesFromSql({ latitude, longitude })} <= ${mailMiles}
       order by email`.execute(database)
    await recordAudit(database, viewer, 'emails.list', `point ${latitude},${longitude}`, {
      after: { count: rows.length },
      at: clock.now(),
    })
    return rows.map(({ email }) => email)
  }),
]

type Shareholder = OutputOf<typeof membersWithShares>[number]

const shareholder = sql<Shareholder>`
  u.id, u.first_name as "firstName", u.last_name as "lastName", u.user_name as "userName",
  (select count(*)::integer from yolos y where y.user_id = u.id) as "yoloCount",
  (select count(*)::integer from users r
    where r.referrer_id = u.id and ${countsSql('r')}) as "refCount",
  (select count(*)::integer from shares s where s.user_id = u.id) as "shareCount"`

const names = {
  // The user name replaces a missing first name, as in the table.
  firstName: sql`lower(coalesce(u.first_name, u.user_name))`,
  lastName: caseInsensitiveSql('u.last_name'),
}
const nameTexts = [sql`u.first_name`, sql`u.last_name`, sql`u.user_name`]

const holders: TableList<
  Shareholder,
  keyof typeof names | 'yoloCount' | 'refCount' | 'shareCount',
  number
> = {
  columns: shareholder,
  from: sql`users u`,
  where: [
    // 'offset 0' keeps the planner from reading all rows of a table first: a page needs few members.
    sql`(exists (select from yolos y where y.user_id = u.id offset 0)
      or exists (select from users r where r.referrer_id = u.id and ${countsSql('r')} offset 0)
      or exists (select from shares s where s.user_id = u.id offset 0))`,
  ],
  texts: nameTexts,
  sorts: {
    ...names,
    yoloCount: sql`"yoloCount"`,
    refCount: sql`"refCount"`,
    shareCount: sql`"shareCount"`,
  },
  id: sql`u.id`,
  own: orderWithIdCursor(sql`u.id`, 'u.id', (last) => sql`u.id > ${last}`),
}

type NewMember = OutputOf<typeof newMembers>['users'][number]
type NewMemberSort = NonNullable<ParsedInputOf<typeof newMembers>['sort']>

const newcomers = (
  joined: RawBuilder<boolean>,
  platform: NewMember['platform'] | undefined,
): TableList<NewMember, NewMemberSort, string> => ({
  columns: sql`
    u.id, u.first_name as "firstName", u.last_name as "lastName", u.user_name as "userName",
    u.email, u.platform, ${createdAtSql('u')} as "createdAt"`,
  from: sql`users u`,
  where: platform ? [joined, sql`u.platform = ${platform}`] : [joined],
  texts: [...nameTexts, sql`u.email`, sql`u.id::text`],
  sorts: {
    ...names,
    email: caseInsensitiveSql('u.email'),
    createdAt: sql`u.created_at`,
    id: sql`u.id`,
  },
  id: sql`u.id`,
  own: newestFirst('u.created_at', 'u.id'),
})

/** SQL for the next members after the id `behind` with a row in `table`, found by the index on the column `member`. */
const holdersBy = (table: 'yolos' | 'users' | 'shares', member: string, behind: number) => sql`
  select ${sql.ref(member)} as id from ${sql.table(table)} where ${sql.ref(member)} > ${behind}
  ${table === 'users' ? sql`and ${countsSql('users')}` : sql``}
   group by ${sql.ref(member)} order by ${sql.ref(member)} limit ${pageSize}`
