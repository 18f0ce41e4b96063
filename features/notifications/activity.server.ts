import { sql, type RawBuilder } from 'kysely'
import { memberShown } from '#domain/visible.ts'
import { cellsTouching, milesFrom } from '#domain/distance.ts'
import type { Database } from '#platform/server/services.ts'
import { maxPeople, type NoticeLine } from './contract.ts'

export type Kind = NoticeLine['kind']
/** One thing that happened, as its line's kind and thing: an item, or for follows a day. */
export type Act = { kind: Kind; itemId: number | null; day: string | null; at: Date }
/** A new yolo this near to a member's saved location is worth a notification (rules: notifications). */
export const nearMiles = 20

export type Doer = { userId: number; userName: string; at: Date }

/** Whose notices, and which of them are wanted. */
export type Reader = {
  id: number
  wants: readonly Kind[]
  /** Nothing older is listed: 90 days, and for the unread count what was read. */
  since: Date
  /** Lists a followed member's acts from the follow on; the feed lists all. */
  sinceFollowing: boolean
  /** Follows hundreds: what they did lately mostly fills a page. */
  followsMany: boolean
  place: { latitude: number; longitude: number } | null
}

/** Never of oneself, of whom one blocked or reported, of an account that is hidden. */
const mayShow = (reader: Reader, actor: RawBuilder<unknown>) => sql`
  ${actor} <> ${reader.id}
  and not exists (select 1 from blocks b where b.blocker_id = ${reader.id} and b.blocked_id = ${actor})
  and ${memberShown(reader.id, actor)}`

const followedSince = (reader: Reader) =>
  reader.sinceFollowing ? sql`greatest(f.created_at, ${reader.since}::timestamptz)` : reader.since

/** An own favourite's votes are those that came after it. */
const ownSince = (reader: Reader) => sql`greatest(y.created_at, ${reader.since}::timestamptz)`

/** An act listed as a followed member's, or as a vote on an own favourite, isn't listed twice. */
const notFollowed = (reader: Reader, actor: RawBuilder<unknown>) =>
  reader.wants.includes('followed-yolo')
    ? sql`and not exists (select 1 from follows f where f.follower_id = ${reader.id} and f.followee_id = ${actor})`
    : sql``
const notOwn = (reader: Reader, item: RawBuilder<unknown>) => sql`
  and not exists (select 1 from yolos own where own.user_id = ${reader.id} and own.item_id = ${item})`

const within = (reader: Reader, item: string) =>
  sql`${milesFrom(reader.place!, item)} <= ${nearMiles}`

/**
 * The newest acts of each kind up to a moment, the newest first: each source gives its own newest from an index.
 * At most `most` of a followed member or a cell; of the others all lines there are.
 */
export async function actsFor(
  database: Database,
  reader: Reader,
  until: Date,
  limit: number,
): Promise<Act[]> {
  const sources = sourcesFor(reader, until, limit)
  if (sources.length === 0) return []
  const { rows } = await sql<Act>`
    select kind, "itemId", day, at from (${sql.join(sources, sql` union all `)}) acts (kind, "itemId", day, at)
     where at <= ${until}
     order by at desc`.execute(database)
  return rows
}

function sourcesFor(reader: Reader, until: Date, limit: number): RawBuilder<unknown>[] {
  const { id, since, wants, place } = reader
  const ifWanted = (kind: Kind, source: () => RawBuilder<unknown>) =>
    wants.includes(kind) ? [sql`(${source()})`] : []
  return [
    // One probe per day, however many followed on it.
    ...ifWanted(
      'follow',
      () => sql`
        select 'follow' as kind, null::integer as "itemId", to_char(d.day at time zone 'UTC', 'YYYY-MM-DD') as day, newest.at
          from generate_series(date_trunc('day', ${since}::timestamptz, 'UTC'), ${until}::timestamptz, interval '24 hours') d (day)
         cross join lateral (
           select f.created_at as at from follows f
            where f.followee_id = ${id} and f.created_at >= d.day and f.created_at < d.day + interval '24 hours'
              and f.created_at > ${since} and ${mayShow(reader, sql`f.follower_id`)}
            order by f.created_at desc limit 1) newest`,
    ),
    ...ifWanted(
      'upvoted',
      () => sql`
        select 'upvoted', y.item_id, null::text, newest.at from yolos y
          join items i on i.id = y.item_id and i.deleted_at is null
         cross join lateral (
           select v.created_at as at from votes v
            where v.item_id = y.item_id and v.created_at > ${ownSince(reader)} and v.counted
              and ${mayShow(reader, sql`v.user_id`)}
            order by v.created_at desc limit 1) newest
         where y.user_id = ${id}`,
    ),
    ...ifWanted(
      'gone',
      () => sql`
        select 'gone', i.id, null::text, i.hidden_at from yolos y join items i on i.id = y.item_id
         where y.user_id = ${id} and i.hidden_at > ${ownSince(reader)} and i.deleted_at is null`,
    ),
    // One line for a restaurant, at the oldest of one's favourites there.
    ...ifWanted(
      'closed',
      () => sql`
        select 'closed', min(i.id), null::text, r.hidden_at
          from yolos y join items i on i.id = y.item_id and i.deleted_at is null
          join restaurants r on r.id = i.restaurant_id and r.deleted_at is null
         where y.user_id = ${id} and r.hidden_at > ${ownSince(reader)}
         group by r.id`,
    ),
    ...ifWanted('followed-yolo', () =>
      ofFollowed(reader, until, limit, sql`'followed-yolo'`, sql`yolos`, sql``),
    ),
    ...ifWanted('followed-upvote', () =>
      ofFollowed(reader, until, limit, sql`'followed-upvote'`, sql`votes`, sql`and a.counted`),
    ),
    ...(place
      ? ifWanted(
          'nearby',
          () => sql`
            select 'nearby', a.item_id, null::text, a.created_at
              from unnest(${cellsTouching(place, nearMiles, 5).map(String)}::bigint[]) disk (cell)
             cross join lateral (
               select y.item_id, y.created_at from yolos y join items i on i.id = y.item_id and i.listed
                where y.cell5 = disk.cell and y.created_at > ${since} and y.created_at <= ${until}
                  and ${within(reader, 'i')} and ${mayShow(reader, sql`y.user_id`)} ${notFollowed(reader, sql`y.user_id`)}
                order by y.created_at desc limit ${limit}) a`,
        )
      : []),
  ]
}

const ofFollowed = (
  reader: Reader,
  until: Date,
  limit: number,
  kind: RawBuilder<unknown>,
  table: RawBuilder<unknown>,
  counted: RawBuilder<unknown>,
) => sql`
  select ${kind}, a.item_id, null::text, a.created_at from follows f
   cross join lateral (
     select a.item_id, a.created_at from ${table} a join items i on i.id = a.item_id and i.listed
      where a.user_id = f.followee_id and a.created_at > ${followedSince(reader)} and a.created_at <= ${until} ${counted}
        ${reader.sinceFollowing ? notOwn(reader, sql`a.item_id`) : sql``}
      order by a.created_at desc limit ${limit}) a
   where f.follower_id = ${reader.id} and ${mayShow(reader, sql`f.followee_id`)}`

/** Who is behind each line, newest first, at most 100. Index by index as the lines were given. */
export async function doersOf(
  database: Database,
  reader: Reader,
  lines: Pick<Act, 'kind' | 'itemId' | 'day'>[],
): Promise<Doer[][]> {
  const found: Doer[][] = lines.map(() => [])
  if (lines.length === 0) return found
  const { id, since } = reader
  const { rows } = await sql<Doer & { place: number }>`
    select l.place, who."userId", who."userName", who.at
      from json_to_recordset(${JSON.stringify(lines.map((line, place) => ({ ...line, place })))}::json)
        as l (place integer, kind text, "itemId" integer, day text)
     cross join lateral (
       (select u.id as "userId", u.user_name as "userName", f.created_at as at
          from follows f join users u on u.id = f.follower_id
         where l.kind = 'follow' and f.followee_id = ${id} and f.created_at > ${since}
           and f.created_at >= (l.day || 'T00:00:00Z')::timestamptz
           and f.created_at < (l.day || 'T00:00:00Z')::timestamptz + interval '24 hours'
           and ${mayShow(reader, sql`f.follower_id`)}
         order by f.created_at desc limit ${maxPeople})
       union all
       (select u.id, u.user_name, v.created_at
          from yolos y join votes v on v.item_id = y.item_id join users u on u.id = v.user_id
         where l.kind = 'upvoted' and y.user_id = ${id} and y.item_id = l."itemId"
           and v.created_at > ${ownSince(reader)} and v.counted and ${mayShow(reader, sql`v.user_id`)}
         order by v.created_at desc limit ${maxPeople})
       union all
       (select u.id, coalesce(a.shown_name, u.user_name), a.created_at
          from yolos a join follows f on f.follower_id = ${id} and f.followee_id = a.user_id join users u on u.id = a.user_id
         where l.kind = 'followed-yolo' and a.item_id = l."itemId" and a.created_at > ${followedSince(reader)}
           and ${mayShow(reader, sql`a.user_id`)}
         order by a.created_at desc limit ${maxPeople})
       union all
       (select u.id, u.user_name, a.created_at
          from votes a join follows f on f.follower_id = ${id} and f.followee_id = a.user_id join users u on u.id = a.user_id
         where l.kind = 'followed-upvote' and a.item_id = l."itemId" and a.created_at > ${followedSince(reader)} and a.counted
           and ${mayShow(reader, sql`a.user_id`)}
         order by a.created_at desc limit ${maxPeople})
       union all
       (select u.id, coalesce(y.shown_name, u.user_name), y.created_at
          from yolos y join users u on u.id = y.user_id
         where l.kind = 'nearby' and y.item_id = l."itemId" and y.created_at > ${since}
           and ${mayShow(reader, sql`y.user_id`)} ${notFollowed(reader, sql`y.user_id`)}
         order by y.created_at desc limit ${maxPeople})
     ) who
     order by l.place, who.at desc, who."userId"`.execute(database)
  for (const { place, ...who } of rows) found[place]!.push(who)
  return found
}
