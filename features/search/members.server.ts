import { type RawBuilder, sql } from 'kysely'
import { countsSql, type ViewerId } from '#domain/visible.ts'
import { foldText } from '#features/places/fold.ts'
import { oneAloneAmong } from '#features/places/nearest.ts'
import { matchText, averageMatch } from '#features/places/words/closeness.ts'
import { slipsOf } from '#features/places/words/misspelt.ts'
import { toWordSequences } from '#features/places/words/meant.server.ts'
import { tsquery } from '#features/places/words/word-query.ts'
import { preparedStatementComment } from '#platform/server/database/database.ts'
import type { Database } from '#platform/server/services.ts'

type Member = { id: number; userName: string; avatar: string | null }
type Row = Member & { verified: boolean }

/** Maximum number of candidates of each search. */
const most = { verified: 100, unverified: 20 }

/**
 * Returns members whose display name matches the words. No other field of members is searched. An unverified account
 * costs nothing, and its name is what somebody typed, so few of them are found (`oneAloneAmong`), those that match best.
 */
export async function membersByWords(
  database: Database,
  words: string[],
  viewerId: ViewerId,
  limit: number,
): Promise<Member[]> {
  if (words.length === 0) return []
  const joined = words.join('')
  // The words as typed, and all of them written as one.
  const query = tsquery([
    ...toWordSequences(words),
    ...(words.length > 1 ? [[{ forms: [joined], begins: true }]] : []),
  ])
  const key = sql`search_words(search_fold(u.user_name))`
  const hasNearly = (word: string) =>
    sql<boolean>`search_slips_of(${key}) && ${slipsOf(word)}::text[]`
  const isNearly = sql`(${sql.join(words.map(hasNearly), sql` and `)} or ${hasNearly(joined)})`
  const isFound = sql`${countsSql('u')} and ${unblocked(viewerId)}`
  const shortest = (found: RawBuilder<unknown>) => sql`
    (select * from ${found} where verified order by length(user_name), id limit ${most.verified})
    union
    (select * from ${found} where not verified order by length(user_name), id limit ${most.unverified})`
  const columns = sql`id, user_name, email_verified_at is not null as verified`
  // Both searches are materialized. Otherwise, because of the limit, the planner would read members one by one until
  // the limit is reached, which never happens if nobody has such a name. If many match, the shortest names are taken,
  // because they contain the least besides the query.
  const { rows } = await sql<Row>`
    ${preparedStatementComment}
    with named as materialized (
      select ${columns} from users u where array_to_tsvector(${key}) @@ ${query}::tsquery and ${isFound}),
    nearly as materialized (
      select ${columns} from users u where ${isNearly} and ${isFound})
    select u.id, u.user_name as "userName", u.verified,
           (select a.name from avatars a where a.user_id = u.id) as avatar
      from (${shortest(sql`named`)} union ${shortest(sql`nearly`)}) u`.execute(database)
  const close = rows
    .map((row) => {
      const close = matchText(words, foldText(row.userName))
      const text = averageMatch(close)
      return { row, text, score: text + close.share * 0.3 + (close.isWhole ? 0.5 : 0) }
    })
    .filter(({ text }) => text >= 0.6)
  const ids = close.map(({ row }) => row.id)
  const followers = await followersOf(database, ids)
  const sorted = close
    .map(({ row, score }) => ({
      row,
      score: score + Math.min(0.2, Math.log10(1 + (followers.get(row.id) ?? 0)) * 0.06),
    }))
    .sort((a, b) => b.score - a.score || a.row.id - b.row.id)
    .map(({ row }) => row)
  const few = sorted.filter(({ verified }) => !verified).slice(0, Math.floor(limit / oneAloneAmong))
  return sorted.filter((row) => row.verified || few.includes(row)).slice(0, limit)
}

/**
 * Returns the members' numbers of followers, counted up to a thousand of the first five thousand, because more don't
 * raise the score. An unverified account costs nothing, so it doesn't count, nor does one that is taken down. Who is
 * held counts, as in the number that everyone sees, or their hold would be told.
 */
async function followersOf(database: Database, ids: number[]) {
  if (ids.length === 0) return new Map<number, number>()
  const { rows } = await sql<{ id: number; count: number }>`
    select u.id, (select count(*)::integer from (
             select from (
                      select follower_id from follows where followee_id = u.id order by created_at limit 5000) f
               join users by on by.id = f.follower_id
                and by.email_verified_at is not null and ${countsSql('by')} limit 1000) f) as count
      from unnest(${ids}::integer[]) as u (id)`.execute(database)
  return new Map(rows.map(({ id, count }) => [id, count]))
}

/** SQL for whether neither the viewer nor the member `u` has blocked the other. */
const unblocked = (viewerId: ViewerId) =>
  viewerId === null
    ? sql`true`
    : sql`not exists (select 1 from blocks b where b.blocker_id = ${viewerId} and b.blocked_id = u.id)
      and not exists (select 1 from blocks b where b.blocker_id = u.id and b.blocked_id = ${viewerId})`
