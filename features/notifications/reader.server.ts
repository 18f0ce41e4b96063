import { sql, type RawBuilder } from 'kysely'
import { memberShown } from '#domain/visible.ts'
import type { NoticeLine } from './contract.ts'

export type Kind = NoticeLine['kind']

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
export const mayShow = (reader: Reader, actor: RawBuilder<unknown>) => sql`
  ${actor} <> ${reader.id}
  and not exists (select 1 from blocks b where b.blocker_id = ${reader.id} and b.blocked_id = ${actor})
  and ${memberShown(reader.id, actor)}`

export const followedSince = (reader: Reader) =>
  reader.sinceFollowing ? sql`greatest(f.created_at, ${reader.since}::timestamptz)` : reader.since

/** An own favourite's votes are those that came after it. */
export const ownSince = (reader: Reader) =>
  sql`greatest(y.created_at, ${reader.since}::timestamptz)`

/** An act listed as a followed member's, or as a vote on an own favourite, isn't listed twice. */
export const notFollowed = (reader: Reader, actor: RawBuilder<unknown>) =>
  reader.wants.includes('followed-yolo')
    ? sql`and not exists (select 1 from follows f where f.follower_id = ${reader.id} and f.followee_id = ${actor})`
    : sql``
