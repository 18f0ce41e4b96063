import { sql, type RawBuilder } from 'kysely'
import { cellsTouching, milesFromSql } from '#domain/position/distance.ts'
import type { Database } from '#platform/server/services.ts'
import { savedAfterFirstWeekSql, spokenForByTwoSql } from '#domain/who-speaks.ts'
import { memberVisibleSql, neverReportedSql, notReportedBySql } from '#domain/visible.ts'
import type { Notification } from './contract.ts'
import { removalsSql } from './removals.server.ts'

export type ActivityKind = Notification['kind']

/** A member, and which notifications they want. */
export type Recipient = {
  id: number
  wants: readonly ActivityKind[]
  /**
   * Nothing from before this moment is listed. For the list it is 90 days ago or when the member joined, if that is
   * later. For the unread count, it is at least the moment up to which the member has read.
   */
  since: Date
  /** True to list favorites of followed members only from the follow on. The feed also lists earlier ones. */
  sinceFollowing: boolean
  /** Upvotes of followed members are listed from the follow and from this time on; null to list none. */
  seesUpvotesSince: Date | null
  /** True if the member follows hundreds of others, whose recent acts usually fill a page. */
  followsMany: boolean
  place: { latitude: number; longitude: number } | null
  /**
   * How it is sent to a member who didn't ask for it now. Near by, only dishes for which two members speak are mailed, and
   * beside these only those that a member saved after their first week are pushed.
   */
  sentAs?: 'mail' | 'push'
}

type Sql = RawBuilder<unknown>

/**
 * SQL condition: the recipient may be notified about what the actor did at this time. The actor must be verified, and
 * neither hidden, the recipient, nor reported by the recipient, and neither must have blocked the other. Otherwise what
 * an account that costs nothing typed, its name too, would be pushed and mailed to a whole city.
 */
export const canNotifyAboutSql = (recipient: { id: number }, actor: Sql) => sql`
  ${actor} <> ${recipient.id}
  and exists (select 1 from users who
               where who.id = ${actor} and ${memberVisibleSql('who')} and who.email_verified_at is not null)
  and not exists (select 1 from blocks b where b.blocker_id = ${recipient.id} and b.blocked_id = ${actor})
  and not exists (select 1 from blocks b where b.blocker_id = ${actor} and b.blocked_id = ${recipient.id})
  and ${notReportedBySql(recipient.id, actor)}`

/** SQL for the moment after which upvotes of a followed member are listed, because only their followers see them. */
export const upvotesSinceSql = ({ since, seesUpvotesSince }: Recipient) =>
  sql`greatest(f.created_at, ${since}::timestamptz, ${seesUpvotesSince}::timestamptz)`
/** SQL condition: the followed member hasn't reported this follower, who is then in no list of theirs. */
export const notReportedByFollowedSql = (follower: Sql) =>
  neverReportedSql(sql`f.followee_id`, follower)

/** SQL for the moment after which favorites of a followed member are listed. Everyone sees these. */
export const favoritesSinceSql = (recipient: Recipient) =>
  recipient.sinceFollowing
    ? sql`greatest(f.created_at, ${recipient.since}::timestamptz)`
    : sql`${recipient.since}::timestamptz`

/**
 * SQL for the moment after which a vote on the recipient's own favorite `y` is listed: not before it was saved there, or
 * moved there by another name.
 */
export const sinceSavedSql = (recipient: Recipient) =>
  sql`greatest(coalesce(y.moved_at, y.created_at), ${recipient.since}::timestamptz)`

/**
 * SQL that excludes members whom the recipient follows, if the recipient wants notifications of followed members. Their
 * acts are listed there.
 */
export const excludeFollowedSql = (recipient: Recipient, actor: Sql) =>
  recipient.wants.includes('followed-yolo')
    ? sql`and not exists (select 1 from follows f where f.follower_id = ${recipient.id} and f.followee_id = ${actor})`
    : sql``

/**
 * An act, with the kind of its notification and what the notification is about: an item, a contest, or, for follows, a
 * day.
 */
export type Activity = {
  kind: ActivityKind
  itemId: number | null
  day: string | null
  at: Date
  contestId: number | null
}
/** A member is notified of a new yolo within this many miles of their saved location (rules: notifications). */
export const nearbyYoloMiles = 20

const notOwn = (recipient: Recipient, item: Sql) => sql`
  and not exists (select 1 from yolos own where own.user_id = ${recipient.id} and own.item_id = ${item})`

const within = (recipient: Recipient, item: string) =>
  sql`${milesFromSql(recipient.place!, item)} <= ${nearbyYoloMiles}`

/** Maximum number of acts that are returned, so that hundreds of active members don't fill memory. */
const mostActs = 2_000

/**
 * Returns acts up to a moment, the newest first, and of each notification only the newest one. Each source reads its
 * newest acts from an index: at most `limit` per followed member or cell, and one act per notification of the other
 * kinds. `read` is the number of acts that were read.
 */
export async function activitiesFor(
  database: Database,
  recipient: Recipient,
  until: Date,
  limit: number,
): Promise<{ acts: Activity[]; read: number }> {
  const sources = sourcesFor(recipient, until, limit)
  if (sources.length === 0) return { acts: [], read: 0 }
  const { rows } = await sql<Activity & { read: number }>`
    select kind, "itemId", day, max(at) as at, "contestId", (sum(count(*)) over ())::integer as read
      from (${sql.join(sources, sql` union all `)}) acts (kind, "itemId", day, at, "contestId")
     where at <= ${until}
     group by kind, "itemId", day, "contestId"
     order by max(at) desc limit ${mostActs}`.execute(database)
  const acts = rows.map(({ read: _read, ...act }) => act)
  return { acts, read: rows[0]?.read ?? 0 }
}

function sourcesFor(recipient: Recipient, until: Date, limit: number): Sql[] {
  const { id, since, wants, place } = recipient
  const ifWanted = (kind: ActivityKind, source: () => Sql) =>
    wants.includes(kind) ? [sql`(${source()})`] : []
  return [
    // One index lookup per day, however many new followers that day brought.
    ...ifWanted(
      'follow',
      () => sql`
        select 'follow' as kind, null::integer as "itemId", to_char(d.day at time zone 'UTC', 'YYYY-MM-DD') as day, newest.at, null::integer as "contestId"
          from generate_series(date_trunc('day', ${since}::timestamptz, 'UTC'), ${until}::timestamptz, interval '24 hours') d (day)
         cross join lateral (
           select f.created_at as at from follows f
            where f.followee_id = ${id} and f.created_at >= d.day and f.created_at < d.day + interval '24 hours'
              and f.created_at > ${since} and ${canNotifyAboutSql(recipient, sql`f.follower_id`)}
            order by f.created_at desc limit 1) newest`,
    ),
    ...ifWanted(
      'upvoted',
      () => sql`
        select 'upvoted', y.item_id, null::text, newest.at, null::integer from yolos y
          join items i on i.id = y.item_id and i.deleted_at is null
         cross join lateral (
           select a.created_at as at from votes a
            where a.item_id = y.item_id and a.created_at > ${sinceSavedSql(recipient)}
              and ${neverReportedSql(sql`a.user_id`, sql`${id}`)} and ${canNotifyAboutSql(recipient, sql`a.user_id`)}
            order by a.created_at desc limit 1) newest
         where y.user_id = ${id}`,
    ),
    ...ifWanted(
      'gone',
      () => sql`
        select 'gone', i.id, null::text, i.hidden_at, null::integer from yolos y join items i on i.id = y.item_id
         where y.user_id = ${id} and i.hidden_at > ${sinceSavedSql(recipient)} and i.deleted_at is null`,
    ),
    // One notification per restaurant, for the oldest of the dishes that the recipient saved there.
    ...ifWanted(
      'closed',
      () => sql`
        select 'closed', min(i.id), null::text, r.hidden_at, null::integer
          from yolos y join items i on i.id = y.item_id and i.deleted_at is null
          join restaurants r on r.id = i.restaurant_id and r.deleted_at is null and not r.unconfirmed
         where y.user_id = ${id} and r.hidden_at > ${sinceSavedSql(recipient)}
         group by r.id`,
    ),
    // Leaves out draws of a member who was drawn before in the same contest. They aren't asked again, and such a draw's
    // `answer_by` equals its `drawn_at`.
    ...ifWanted(
      'won',
      () => sql`
        select 'won', null::integer, null::text, d.drawn_at, d.contest_id from contest_draws d
         where d.user_id = ${id} and d.drawn_at > ${since} and d.answer_by > d.drawn_at`,
    ),
    ...ifWanted('removed', () => removalsSql(recipient)),
    ...ifWanted('followed-yolo', () => ofFollowed(recipient, 'followed-yolo', until, limit)),
    ...(recipient.seesUpvotesSince
      ? ifWanted('followed-upvote', () => ofFollowed(recipient, 'followed-upvote', until, limit))
      : []),
    ...(place
      ? ifWanted(
          'nearby',
          () => sql`
            select 'nearby', a.item_id, null::text, a.created_at, null::integer
              from unnest(${cellsTouching(place, nearbyYoloMiles, 5).map(String)}::bigint[]) disk (cell)
             cross join lateral (
               select y.item_id, y.created_at from yolos y join items i on i.id = y.item_id and i.listed
                where y.cell5 = disk.cell and y.created_at > ${since} and y.created_at <= ${until}
                  and ${within(recipient, 'i')} and ${canNotifyAboutSql(recipient, sql`y.user_id`)}
                  ${excludeFollowedSql(recipient, sql`y.user_id`)}
                  and ${maySendSql(recipient)}
                order by y.created_at desc limit ${limit}) a`,
        )
      : []),
  ]
}

function maySendSql({ sentAs }: Recipient) {
  if (!sentAs) return sql`true`
  const byTwo = spokenForByTwoSql('i')
  return sentAs === 'mail' ? byTwo : sql`(${savedAfterFirstWeekSql} or ${byTwo})`
}

function ofFollowed(
  recipient: Recipient,
  kind: 'followed-yolo' | 'followed-upvote',
  until: Date,
  limit: number,
) {
  const [table, since, isNew, isShown] =
    kind === 'followed-yolo'
      ? [sql`yolos`, favoritesSinceSql(recipient), sql`true`, sql`true`]
      : [sql`votes`, upvotesSinceSql(recipient), notReportedByFollowedSql(sql`f.follower_id`)]
  return sql`
    select ${sql.lit(kind)}, a.item_id, null::text, a.created_at, null::integer from follows f
     cross join lateral (
       select a.item_id, a.created_at from ${table} a join items i on i.id = a.item_id and i.listed
        where a.user_id = f.followee_id and a.created_at > ${since} and a.created_at <= ${until}
          and ${isNew}
          ${recipient.sinceFollowing ? notOwn(recipient, sql`a.item_id`) : sql``}
        order by a.created_at desc limit ${limit}) a
     where f.follower_id = ${recipient.id} and ${canNotifyAboutSql(recipient, sql`f.followee_id`)}
       and ${isShown}`
}
