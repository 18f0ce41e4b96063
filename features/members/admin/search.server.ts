import { sql, type RawBuilder } from 'kysely'
import type { OutputOf, ParsedInputOf } from '#platform/contract/call.ts'
import { implementCall } from '#platform/server/http/handler.ts'
import type { Services } from '#platform/server/services.ts'
import { isoTimestampSql } from '#platform/server/instant.ts'
import {
  caseInsensitiveSql,
  orderWithIdCursor,
  tablePage,
  type TableList,
} from '#features/admin/table-page.server.ts'
import { searchMembers } from './members.contract.ts'
import type { MemberState } from './parts.ts'

export const searchHandlers = ({ database }: Services) => [
  implementCall(searchMembers, async ({ input }) => tablePage(database, membersFor(input), input)),
]

type Row = OutputOf<typeof searchMembers>['items'][number]
type Asked = ParsedInputOf<typeof searchMembers>
type Sort = NonNullable<Asked['sort']>

const membersFor = ({ q, sort, cursor, state }: Asked): TableList<Row, Sort, number> => ({
  columns: sql<Row>`${memberColumnsSql}`,
  // The SQL that searches applies the cursor itself, so that it doesn't check the members of earlier pages again.
  from: q ? foundBy(q, sort ? undefined : cursor) : sql`users u`,
  where: state ? [state === 'active' ? inNoState : inState[state]] : [],
  sorts: {
    userName: caseInsensitiveSql('u.user_name'),
    firstName: caseInsensitiveSql('u.first_name'),
    lastName: caseInsensitiveSql('u.last_name'),
    email: caseInsensitiveSql('u.email'),
    createdAt: sql`u.created_at`,
    id: sql`u.id`,
  },
  id: sql`u.id`,
  own: orderWithIdCursor(sql`u.id desc`, 'u.id', (last) => sql`u.id < ${last}`),
})

/**
 * SQL that finds members by id or by beginnings of words. An index finds the candidates; then each term must occur as
 * it was typed, with its punctuation. Candidates are checked from the newest on until the page is full, which is slow
 * if there are tens of thousands.
 */
const foundBy = (q: string, cursor = 2_147_483_647) => sql`
  (select id from (select id from users where id = ${/^\d{1,9}$/.test(q) ? Number(q) : 0}::integer
                   union
                   select id from users u
                    where member_words(u.user_name, u.first_name, u.last_name, u.email) @@ words_beginning(${q}::text)) hits
    where id < ${cursor} order by id desc offset 0) found
  join users u on u.id = found.id
   and (u.id::text = ${q}
    or not exists (select from regexp_split_to_table(search_text(${q}::text), '\\s+') term
                    where position(term in member_text(u.user_name, u.first_name, u.last_name, u.email)) = 0))`

/** SQL conditions for a member's states. Every disabled member is also `hidden`, by which an index finds them. */
const inState: Record<MemberState, RawBuilder<boolean>> = {
  unverified: sql`u.email_verified_at is null`,
  disabled: sql`u.disabled_at is not null and u.delete_at is null and u.hidden`,
  leaving: sql`u.delete_at is not null`,
  'taken-down': sql`u.suspended_at is not null`,
}
const inNoState = sql<boolean>`not (${sql.join(Object.values(inState), sql` or `)})`

const statesOf = sql.join(
  Object.entries(inState).map(([state, is]) => sql`case when ${is} then ${sql.lit(state)} end`),
)

/** SQL for the columns about a member `u` that both the list of members and a member's own page for admins show. */
export const memberColumnsSql = sql`
  u.id, u.user_name as "userName", u.first_name as "firstName", u.last_name as "lastName", u.email, u.platform,
  ${isoTimestampSql('u.created_at')} as "createdAt",
  array_remove(array[${statesOf}], null) as states`
