import { sql } from 'kysely'
import type { OutputOf } from '#platform/contract/call.ts'
import { implementCall } from '#platform/server/http/handler.ts'
import type { Services } from '#platform/server/services.ts'
import { isoTimestamp } from '#platform/server/instant.ts'
import { searchMembers } from './members.contract.ts'

const pageSize = 50

export const searchHandlers = ({ database }: Services) => [
  implementCall(searchMembers, async ({ input: { q, cursor = 2_147_483_647 } }) => {
    const which = q ? foundBy(q, cursor) : sql`users u where u.id < ${cursor}`
    const { rows } = await sql<Row>`
      select ${memberColumns} from ${which} order by u.id desc limit ${pageSize + 1}`.execute(
      database,
    )
    const members = rows.slice(0, pageSize)
    return { members, cursor: rows.length > pageSize ? members.at(-1)!.id : null }
  }),
]

/**
 * SQL that finds members by id or by beginnings of words. An index finds the candidates; then each term must occur as
 * it was typed, with all its signs. Candidates are checked from the newest on until the page is full, which is slow if
 * there are tens of thousands.
 */
const foundBy = (q: string, cursor: number) => sql`
  (select id from (select id from users where id = ${/^\d{1,9}$/.test(q) ? Number(q) : 0}::integer
                   union
                   select id from users u
                    where member_words(u.user_name, u.first_name, u.last_name, u.email) @@ words_beginning(${q}::text)) hits
    where id < ${cursor} order by id desc offset 0) found
  join users u on u.id = found.id
 where u.id::text = ${q}
    or not exists (select from regexp_split_to_table(search_text(${q}::text), '\\s+') term
                    where position(term in member_text(u.user_name, u.first_name, u.last_name, u.email)) = 0)`

/** SQL for the columns about a member `u` that every admin page shows. */
export const memberColumns = sql`
  u.id, u.user_name as "userName", u.first_name as "firstName", u.last_name as "lastName", u.email, u.platform,
  ${isoTimestamp('u.created_at')} as "createdAt",
  array_remove(array[case when u.email_verified_at is null then 'unverified' end,
                     case when u.disabled_at is not null and u.delete_at is null then 'disabled' end,
                     case when u.delete_at is not null then 'leaving' end,
                     case when u.taken_down_at is not null then 'taken-down' end,
                     case when u.held_at is not null then 'held' end], null) as states`

type Row = OutputOf<typeof searchMembers>['members'][number]
