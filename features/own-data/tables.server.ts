import { sql } from 'kysely'
import { shown } from '#domain/visible.ts'
import type { Database } from '#platform/server/services.ts'

/**
 * All that is kept about a member and may be told to them: no hash, no token, nothing of others but the
 * names they go by. A table of the archive for each; what becomes a file beside them keeps its name here.
 */
export const ownTables = (database: Database, me: number) => ({
  account: database
    .selectFrom('users')
    .leftJoin('avatars', 'avatars.user_id', 'users.id')
    .select([
      'users.id',
      'user_name',
      'first_name',
      'last_name',
      'email',
      'email_verified_at',
      'bio',
      'platform',
      'age_checked_at',
      'referrer_id',
      'location_name',
      'latitude',
      'longitude',
      'users.created_at',
      'user_name_changed_at',
      'notify_nearby',
      'notify_upvoted',
      'notify_followed',
      'follows_read_at',
      'notices_read_at',
      'email_consent_at',
      'held_at',
      'disabled_at',
      'delete_at',
      'avatars.name as picture',
      'avatars.created_at as picture_since',
    ])
    .where('users.id', '=', me)
    .execute(),

  identities: database
    .selectFrom('identities')
    .select(['issuer', 'subject', 'created_at'])
    .where('user_id', '=', me)
    .execute(),

  sessions: database
    .selectFrom('sessions')
    .select(['user_agent', 'created_at', 'last_used_at', 'expires_at'])
    .where('user_id', '=', me)
    // Those of an admin who acts for this member are not the member's.
    .where('parent_hash', 'is', null)
    .orderBy('id')
    .execute(),

  // What they were answered is theirs as it stands in the other tables.
  keyedRequests: database
    .selectFrom('idempotency_keys')
    .select(['route', 'key', 'started_at'])
    .where('user_id', '=', me)
    .orderBy('started_at')
    .execute(),

  // The database's own measure, for the replica that is asked: when one last did something is all that it tells.
  lastWrite: database.selectFrom('member_writes').select('at').where('user_id', '=', me).execute(),

  // Hashes only, under keys that are in no database: what they stand for can't be told.
  networks: database
    .selectFrom('network_evidence')
    .select((is) => is.fn<string>('encode', ['network', is.val('hex')]).as('hash'))
    .select(['sign_up', 'first_at', 'last_at'])
    .where('user_id', '=', me)
    .orderBy('first_at')
    .execute(),

  weighed: database
    .selectFrom('member_acts')
    .innerJoin('restaurants', 'restaurants.id', 'member_acts.first_restaurant')
    .select(['restaurants.name as first_restaurant', 'first_at', 'elsewhere_at'])
    .select(['votes', 'favourites', 'reports'])
    .where('user_id', '=', me)
    .execute(),

  // Whether one was counted among accounts that look like one person, once that was found wrong: until then it
  // would tell puppets which of them are found. Who is held for it is told so, with the reason, in `holds`.
  suspected: database
    .selectFrom('suspect_members')
    .innerJoin('suspects', 'suspects.id', 'suspect_members.suspect_id')
    .select(['suspects.kind', 'added_at', 'cleared_at'])
    .where('user_id', '=', me)
    .where('cleared_at', 'is not', null)
    .orderBy('added_at')
    .execute(),

  'open-mail-links': database
    .selectFrom('mail_tokens')
    .select(['purpose', 'email', 'created_at', 'expires_at'])
    .where('user_id', '=', me)
    .orderBy('created_at')
    .execute(),

  'email-changes': database
    .selectFrom('email_changes')
    .select(['old_email', 'asked_at', 'undo_until'])
    .where('user_id', '=', me)
    .orderBy('id')
    .execute(),

  yolos: database
    .selectFrom('yolos')
    .innerJoin('items', 'items.id', 'yolos.item_id')
    .innerJoin('restaurants', 'restaurants.id', 'items.restaurant_id')
    .innerJoin('categories', 'categories.id', 'yolos.category_id')
    .leftJoin('photos', 'photos.yolo_id', 'yolos.id')
    .select([
      'yolos.id',
      'categories.name as category',
      'items.name as item',
      'restaurants.name as restaurant',
      'restaurants.address',
      'yolos.description',
      'yolos.shown_name',
      'yolos.created_at',
      'yolos.updated_at',
      'photos.name as picture',
      'photos.created_at as picture_since',
    ])
    .select((is) =>
      is
        .selectFrom('yolo_tags')
        .innerJoin('tags', 'tags.id', 'yolo_tags.tag_id')
        .select((tag) => tag.fn.agg<string>('string_agg', ['tags.name', tag.val(', ')]).as('tags'))
        .whereRef('yolo_tags.yolo_id', '=', 'yolos.id')
        .as('tags'),
    )
    .where('yolos.user_id', '=', me)
    .orderBy('yolos.id')
    .execute(),

  upvotes: database
    .selectFrom('votes')
    .innerJoin('items', 'items.id', 'votes.item_id')
    .innerJoin('restaurants', 'restaurants.id', 'items.restaurant_id')
    .select([
      'items.id',
      'items.name as item',
      'restaurants.name as restaurant',
      'votes.created_at',
      'votes.counted',
    ])
    .where('votes.user_id', '=', me)
    .orderBy('votes.created_at')
    .execute(),

  following: database
    .selectFrom('follows')
    .innerJoin('users', 'users.id', 'follows.followee_id')
    .select(['users.id', 'users.user_name', 'follows.created_at'])
    .where('follows.follower_id', '=', me)
    .where(shown('users'))
    .orderBy('follows.created_at')
    .execute(),

  followers: database
    .selectFrom('follows')
    .innerJoin('users', 'users.id', 'follows.follower_id')
    .select(['users.id', 'users.user_name', 'follows.created_at'])
    .where('follows.followee_id', '=', me)
    .where(shown('users'))
    .orderBy('follows.created_at')
    .execute(),

  blocked: database
    .selectFrom('blocks')
    .innerJoin('users', 'users.id', 'blocks.blocked_id')
    .select(['users.id', 'users.user_name', 'blocks.created_at'])
    .where('blocks.blocker_id', '=', me)
    .orderBy('blocks.created_at')
    .execute(),

  'item-reports': database
    .selectFrom('item_reports')
    .innerJoin('items', 'items.id', 'item_reports.item_id')
    .select(['items.id', 'items.name as item', 'item_reports.created_at'])
    .where('item_reports.user_id', '=', me)
    .execute(),

  'restaurant-reports': database
    .selectFrom('restaurant_reports')
    .innerJoin('restaurants', 'restaurants.id', 'restaurant_reports.restaurant_id')
    .select(['restaurants.id', 'restaurants.name as restaurant', 'restaurant_reports.created_at'])
    .where('restaurant_reports.user_id', '=', me)
    .execute(),

  // What one proposed of restaurants' facts, and what of others' proposals one agreed with.
  corrections: database
    .selectFrom('restaurant_corrections as c')
    .innerJoin('restaurants as r', 'r.id', 'c.restaurant_id')
    .select(['c.id', 'r.name as restaurant', 'c.field', 'c.before', 'c.after', 'c.created_at'])
    .select(['c.applied_at', 'c.undone_at'])
    .select((is) => is('c.user_id', '=', me).as('proposed_by_me'))
    .where((is) => is.or([is('c.user_id', '=', me), is('c.agreed_by', '=', me)]))
    .orderBy('c.id')
    .execute(),

  'deleted-yolos': database
    .selectFrom('deleted_yolos as d')
    .innerJoin('items as i', 'i.id', 'd.item_id')
    .select(['d.id', 'i.name as item', 'd.description', 'd.created_at', 'd.due as kept_until'])
    .where('d.user_id', '=', me)
    .orderBy('d.id')
    .execute(),

  // What became of one’s own when an admin made two dishes or restaurants one.
  merged: database
    .selectFrom('merge_parts as p')
    .innerJoin('merges as m', 'm.id', 'p.merge_id')
    .leftJoin('items as i', (join) =>
      join.onRef('i.id', '=', 'm.into_id').on('m.kind', '=', 'item'),
    )
    .leftJoin('restaurants as r', (join) =>
      join.onRef('r.id', '=', 'm.into_id').on('m.kind', '=', 'restaurant'),
    )
    .select(['p.id', 'p.kind', 'p.moved', 'i.name as item', 'r.name as restaurant', 'm.at'])
    .select([
      sql<string | null>`p.went #>> '{stays,description}'`.as('older_description'),
      sql<string | null>`p.went #>> '{went,description}'`.as('newer_description'),
      'p.photo as picture',
    ])
    .where('p.user_id', '=', me)
    .orderBy('p.id')
    .execute(),

  'abuse-reports': database
    .selectFrom('abuse_reports as a')
    .innerJoin('users as m', 'm.id', 'a.member_id')
    .leftJoin('yolos as y', 'y.id', 'a.yolo_id')
    .leftJoin('items as i', 'i.id', 'y.item_id')
    .select(['a.kind', 'm.id as member', 'm.user_name', 'i.name as item'])
    .select(['a.reason', 'a.words', 'a.created_at'])
    .where('a.reporter_id', '=', me)
    .orderBy('a.id')
    .execute(),

  // What was taken down of one’s own. Who reported it is not told.
  'taken-down': database
    .selectFrom('takedowns as t')
    .leftJoin('yolos as y', 'y.id', 't.yolo_id')
    .leftJoin('items as i', 'i.id', 'y.item_id')
    .select(['t.kind', 'i.name as item', 't.word', 't.created_at'])
    .select(['t.answer', 't.answered_at', 't.restored_at'])
    .where('t.member_id', '=', me)
    .orderBy('t.id')
    .execute(),

  // While one’s votes were set aside, and why; who decided it is not told.
  holds: database
    .selectFrom('holds')
    .select(['reason', 'held_at', 'answer', 'answered_at', 'released_at'])
    .select((is) => is('by_admin', 'is', null).as('by_rule'))
    .where('user_id', '=', me)
    .orderBy('id')
    .execute(),

  'contest-entries': database
    .selectFrom('contest_entries as e')
    .innerJoin('contests as c', 'c.id', 'e.contest_id')
    .select(['e.id', 'c.title as contest', 'e.yolo_id as yolo'])
    .select((is) => is('e.n', '>', 0).as('of_photo'))
    .where('e.user_id', '=', me)
    .orderBy('e.id')
    .execute(),

  'contest-confirmations': database
    .selectFrom('contest_confirmations as f')
    .innerJoin('contests as c', 'c.id', 'f.contest_id')
    .select(['c.title as contest', 'f.eligible', 'f.at'])
    .where('f.user_id', '=', me)
    .orderBy('f.at')
    .execute(),

  'contests-won': database
    .selectFrom('contest_draws as d')
    .innerJoin('contests as c', 'c.id', 'd.contest_id')
    .select(['c.title as contest', 'c.prize', 'd.winning_entry as entry', 'd.drawn_at'])
    .select(['d.answer_by', 'd.reminded_at', 'd.accepted', 'd.answered_at', 'd.show_name'])
    .where('d.user_id', '=', me)
    .orderBy('d.drawn_at')
    .execute(),

  'restaurants-added': database
    .selectFrom('restaurants')
    .select(['id', 'name', 'address', 'latitude', 'longitude', 'created_at'])
    .where('added_by', '=', me)
    .orderBy('id')
    .execute(),

  shares: database
    .selectFrom('shares')
    .select('created_at')
    .where('user_id', '=', me)
    .orderBy('id')
    .execute(),

  adjustments: database
    .selectFrom('adjustments')
    .innerJoin('items', 'items.id', 'adjustments.item_id')
    .select(['items.id', 'items.name as item', 'adjustments.at', 'before', 'after'])
    .where((is) => is.or([is('actor_id', '=', me), is('through_id', '=', me)]))
    .orderBy('adjustments.id')
    .execute(),

  // What the action changed may be another's.
  'admin-deeds': database
    .selectFrom('audit')
    .select(['at', 'action', 'subject'])
    .where((is) => is.or([is('actor_id', '=', me), is('through_id', '=', me)]))
    .orderBy('id')
    .execute(),
})
