import { sql } from 'kysely'
import { z } from 'zod'
import { countsSql } from '#domain/visible.ts'
import type { OutputOf } from '#platform/contract/call.ts'
import { implementCall } from '#platform/server/http/handler.ts'
import { decodeCursor, encodeCursor } from '#platform/server/cursor.ts'
import type { Database, Services } from '#platform/server/services.ts'
import { isoTimestampSql } from '#platform/server/instant.ts'
import { memberListQueries, type AfterCursor } from './story-lines.server.ts'
import { memberStoryList, memberDetails, memberNotFound } from './members.contract.ts'
import { storyListNames, type StoryListName } from './parts.ts'
import { reportsMadeSql } from './reports.server.ts'
import { memberColumnsSql } from './search.server.ts'

export const storyHandlers = ({ database }: Services) => [
  implementCall(memberDetails, async ({ input: { id } }) => {
    const member = await memberOf(database, id)
    if (!member) throw memberNotFound()
    const [counts, record, ...lists] = await Promise.all([
      countsOf(database, id),
      recordOf(database, id),
      ...storyListNames.map((part) => listOf(database, id, part, 10)),
    ])
    const named = Object.fromEntries(storyListNames.map((part, at) => [part, lists[at]!]))
    return { member, counts, record, parts: named as Story['parts'] }
  }),

  implementCall(memberStoryList, async ({ input: { id, part, cursor } }) => {
    const { rows } = await sql`select from users where id = ${id}`.execute(database)
    if (rows.length === 0) throw memberNotFound()
    return listOf(database, id, part, 50, cursor)
  }),
]

type Story = OutputOf<typeof memberDetails>

async function memberOf(database: Database, id: number) {
  const { rows } = await sql<Story['member']>`
    select ${memberColumnsSql}, u.bio, ${isoTimestampSql('u.email_verified_at')} as "verifiedAt",
           array(select distinct issuer from identities where user_id = u.id order by issuer) as "vouchedBy",
           u.pending_email as "pendingEmail", ${isoTimestampSql('u.age_checked_at')} as "ageCheckedAt",
           ${isoTimestampSql('u.email_consent_at')} as "consentAt", ${isoTimestampSql('u.user_name_changed_at')} as "nameChangedAt",
           ${isoTimestampSql('u.disabled_at')} as "disabledAt", ${isoTimestampSql('u.delete_at')} as "deleteAt",
           ${isoTimestampSql('u.suspended_at')} as "takenDownAt",
           ${isoTimestampSql('seen.at')} as "lastSeenAt",
           u.location_name as place,
           case when f.id is not null then jsonb_build_object('id', f.id, 'userName', f.user_name) end as referrer
      from users u left join users f on f.id = u.referrer_id
      -- Sessions of an admin who acted as this member don't count.
      left join lateral (select max(last_used_at) as at from sessions where user_id = u.id and parent_hash is null) seen on true
     where u.id = ${id}`.execute(database)
  return rows[0]
}

async function countsOf(database: Database, id: number) {
  const of = (table: string, column: string) =>
    sql`(select count(*)::integer from ${sql.table(table)} t where ${sql.ref(`t.${column}`)} = ${id})`
  const { rows } = await sql<Story['counts']>`
    select ${of('yolos', 'user_id')} as yolos,
           (select count(*)::integer from yolos y join photos p on p.yolo_id = y.id where y.user_id = ${id}) as photos,
           ${of('votes', 'user_id')} as "votesGiven",
           (select count(*)::integer from votes v join users u on u.id = v.user_id and not u.counts where v.user_id = ${id}) as "votesSetAside",
           (select coalesce(sum(i.vote_count), 0)::integer from yolos y join items i on i.id = y.item_id
             where y.user_id = ${id}) as "votesReceived",
           ${of('follows', 'followee_id')} as followers, ${of('follows', 'follower_id')} as following,
           ${of('blocks', 'blocked_id')} as "blockedBy",
           (select count(*)::integer from users r where r.referrer_id = ${id}
               and ${countsSql('r')}) as referrals,
           ${of('shares', 'user_id')} as shares,
           (select count(*)::integer from sessions where user_id = ${id} and parent_hash is null) as sessions,
           ${of('abuse_reports', 'member_id')} as "reportsAbout", ${of('takedowns', 'member_id')} as takedowns,
           ${of('restaurants', 'added_by')} as "restaurantsAdded",
           ${of('contest_entries', 'user_id')} as "contestEntries"`.execute(database)
  return rows[0]!
}

async function recordOf(database: Database, id: number) {
  const { rows } = await sql<Story['record']>`
    select count(*)::integer as made, count(*) filter (where marks = '{confirmed}')::integer as confirmed,
           count(*) filter (where marks = '{cleared}')::integer as cleared,
           count(*) filter (where marks = '{open}')::integer as open
      from (${reportsMadeSql(id)}) made`.execute(database)
  return rows[0]!
}

/** Position in a list: the time of the last row, in microseconds since 1970, and its key. */
const position = z.tuple([
  z.string().regex(/^\d{1,16}$/),
  z
    .string()
    .max(300)
    .regex(/^\P{Cc}*$/u),
])

/** Returns one page of a list, newest first. */
async function listOf(
  database: Database,
  id: number,
  part: StoryListName,
  pageSize: number,
  cursor?: string,
): Promise<Story['parts'][StoryListName]> {
  const from = cursor === undefined ? null : decodeCursor(cursor, position)
  const behind: AfterCursor = (at, key) =>
    from === null
      ? sql<boolean>`true`
      : sql<boolean>`(${at}, ${key}) <
          (to_timestamp(0) + ${from[0]}::bigint * interval '1 microsecond', ${from[1]}::text)`
  const size = pageSize + 1
  const { rows } = await sql<StoryLine & { microseconds: string }>`
    select key, ${isoTimestampSql('at')} as at, (extract(epoch from at) * 1000000)::bigint::text as microseconds, what,
           case when kind is not null then
             jsonb_build_object('kind', kind, 'id', thing_id, 'name', thing, 'restaurant', restaurant) end as thing,
           case when member_id is not null then jsonb_build_object('id', member_id, 'userName', member) end as member,
           words, answer, marks, image
      from (${memberListQueries[part](id, { behind, size })}) line
     where ${behind(sql`at`, sql`key`)}
     order by line.at desc, line.key desc limit ${size}`.execute(database)
  const page = rows.slice(0, pageSize)
  const last = page.at(-1)
  return {
    rows: page,
    cursor: rows.length > pageSize && last ? encodeCursor([last.microseconds, last.key]) : null,
  }
}

type StoryLine = Story['parts']['yolos']['rows'][number]
