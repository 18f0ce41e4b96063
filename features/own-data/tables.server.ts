import { sql, type RawBuilder } from 'kysely'
import { memberVisibleSql } from '#domain/visible.ts'

/** A row of a table of the archive. `picture` names a photo, which becomes a file of the archive. */
export type OwnRow = { id?: number; picture?: string | null }

const own = (table: string, columns: string, order: string) => (me: number) =>
  sql<OwnRow>`select ${sql.raw(columns)} from ${sql.table(table)} where user_id = ${me} order by ${sql.raw(order)}`

/**
 * Queries for everything stored about a member that they may see: no password hash or token, and nothing about other
 * members except their ids and names. Each query becomes a table of the archive.
 */
export const ownDataQueries: Record<string, (me: number) => RawBuilder<OwnRow>> = {
  account: (me) => sql`
    select u.id, user_name, lost_name, first_name, last_name, email, email_verified_at, email_proven_elsewhere, bio,
           platform, age_checked_at, referrer_id, location_name, latitude, longitude, u.created_at, last_used_on::text,
           user_name_changed_at, name_given_back_at, name_by_operator, notify_nearby,
           notify_upvoted, notify_followed, email_consent_at,
           disabled_at, delete_at, returned_at, time_zone, a.name as picture, a.created_at as picture_since
      from users u left join avatars a on a.user_id = u.id
     where u.id = ${me}`,

  identities: own('identities', 'issuer, subject, created_at', 'created_at'),

  'unlinked-identities': own('unlinked_identities', 'issuer, subject, unlinked_at', 'unlinked_at'),

  // Sessions of an admin who acts as this member aren't the member's own.
  sessions: (me) => sql`
    select user_agent, created_at, last_used_at, expires_at
      from sessions where user_id = ${me} and parent_hash is null order by id`,

  // Without the address and keys of the subscription, which are secrets of the device.
  'push-devices': (me) => sql`
    select s.user_agent, p.created_at, p.pushed_at
      from push_subscriptions p join sessions s on s.token_hash = p.session_hash
     where p.user_id = ${me} order by p.id`,

  'weekly-mail': own('weekly_mail_consents', 'agreed_at', 'agreed_at'),

  'weekly-mails': own('weekly_mails', 'week, sent_at', 'week'),

  // The stored responses are left out, because the other tables contain their data.

  // The log position, by which a replica is chosen, is left out, because it says nothing about the member.
  lastWrite: own('member_writes', 'at', 'at'),

  'open-mail-links': own('mail_tokens', 'purpose, email, created_at, expires_at', 'created_at'),

  mailboxes: own('mailboxes', 'mailbox, proven_elsewhere, left_at', 'mailbox'),

  'email-changes': own('email_changes', 'old_email, asked_at, undo_until', 'id'),

  yolos: (me) => sql`
    select y.id, c.name as category, i.name as item, r.name as restaurant, r.address, y.description, y.shown_name,
           y.created_at, y.updated_at, y.moved_at, p.name as picture, p.created_at as picture_since,
           (select string_agg(t.name, ', ') from yolo_tags yt join tags t on t.id = yt.tag_id
             where yt.yolo_id = y.id) as tags
      from yolos y
      join users u on u.id = y.user_id
      join items i on i.id = y.item_id
      join restaurants r on r.id = i.restaurant_id
      join categories c on c.id = y.category_id
      left join photos p on p.yolo_id = y.id
     where y.user_id = ${me} order by y.id`,

  upvotes: (me) => sql`
    select i.id, i.name as item, r.name as restaurant, v.created_at
      from votes v join items i on i.id = v.item_id join restaurants r on r.id = i.restaurant_id
     where v.user_id = ${me} order by v.created_at`,

  following: (me) => sql`
    select u.id, u.user_name, f.created_at from follows f join users u on u.id = f.followee_id
     where f.follower_id = ${me} and ${memberVisibleSql('u')} order by f.created_at`,

  followers: (me) => sql`
    select u.id, u.user_name, f.created_at from follows f join users u on u.id = f.follower_id
     where f.followee_id = ${me} and ${memberVisibleSql('u')} order by f.created_at`,

  blocked: (me) => sql`
    select u.id, u.user_name, b.created_at from blocks b join users u on u.id = b.blocked_id
     where b.blocker_id = ${me} and ${memberVisibleSql('u')} order by b.created_at`,

  'item-reports': (me) => sql`
    select i.id, i.name as item, o.created_at, o.hid_at, o.withdrawn_at
      from item_reports o join items i on i.id = o.item_id
     where o.user_id = ${me} order by o.created_at`,

  'restaurant-reports': (me) => sql`
    select r.id, r.name as restaurant, o.created_at, o.hid_at, o.withdrawn_at
      from restaurant_reports o join restaurants r on r.id = o.restaurant_id
     where o.user_id = ${me} order by o.created_at`,

  // Corrections of restaurants that the member proposed and no admin has decided.
  corrections: (me) => sql`
    select c.id, r.name as restaurant, c.field, c.value, c.created_at
      from restaurant_corrections c join restaurants r on r.id = c.restaurant_id
     where c.user_id = ${me} order by c.id`,

  'abuse-reports': (me) => sql`
    select a.kind, m.id as member, case when ${memberVisibleSql('m')} then m.user_name end as user_name, i.name as item, a.reason, a.words, a.created_at, a.withdrawn_at
      from abuse_reports a
      join users m on m.id = a.member_id
      left join yolos y on y.id = a.yolo_id
      left join items i on i.id = y.item_id
     where a.reporter_id = ${me} order by a.id`,

  // The member’s content that was taken down, without who reported it.
  'taken-down': (me) => sql`
    select t.kind, i.name as item, t.seen as words, t.word, t.created_at, t.answer, t.answered_at, t.restored_at
      from takedowns t
      left join yolos y on y.id = t.yolo_id
      left join items i on i.id = y.item_id
     where t.member_id = ${me} order by t.id`,

  'contest-entries': (me) => sql`
    select e.number, c.title as contest, e.yolo_id as yolo, e.n > 0 as of_photo
      from contest_entries e join contests c on c.id = e.contest_id
     where e.user_id = ${me} order by e.contest_id, e.yolo_id, e.n`,

  'contest-confirmations': (me) => sql`
    select c.title as contest, f.eligible
      from contest_confirmations f join contests c on c.id = f.contest_id
     where f.user_id = ${me} order by c.id`,

  'contests-won': (me) => sql`
    select c.title as contest, c.prize, d.entry, d.drawn_at
      from contest_draws d join contests c on c.id = d.contest_id
     where d.user_id = ${me} order by d.drawn_at`,

  'restaurants-added': (me) => sql`
    select id, name, address, latitude, longitude, created_at
      from restaurants where added_by = ${me} order by id`,

  shares: own('shares', 'created_at', 'id'),

  // The changed values are left out, because they might be another member's data.
  'admin-actions': (me) => sql`
    select at, action, subject from audit where ${me} in (actor_id, through_id) order by id`,
}
