import { sql, type RawBuilder } from 'kysely'
import { memberShown } from '#domain/visible.ts'
import type { NoticeLine } from './contract.ts'

export type Kind = NoticeLine['kind']

/** Whose notices, and which of them are wanted. */
export type Recipient = {
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
export const mayNotifyAbout = (recipient: Recipient, actor: RawBuilder<unknown>) => sql`
  ${actor} <> ${recipient.id}
  and not exists (select 1 from blocks b where b.blocker_id = ${recipient.id} and b.blocked_id = ${actor})
  and ${memberShown(recipient.id, actor)}`

export const followedSince = (recipient: Recipient) =>
  recipient.sinceFollowing
    ? sql`greatest(f.created_at, ${recipient.since}::timestamptz)`
    : recipient.since

/** An own favourite's votes are those that came after it. */
export const ownSince = (recipient: Recipient) =>
  sql`greatest(y.created_at, ${recipient.since}::timestamptz)`

/** An act listed as a followed member's, or as a vote on an own favourite, isn't listed twice. */
export const notFollowed = (recipient: Recipient, actor: RawBuilder<unknown>) =>
  recipient.wants.includes('followed-yolo')
    ? sql`and not exists (select 1 from follows f where f.follower_id = ${recipient.id} and f.followee_id = ${actor})`
    : sql``
