import { sql, type RawBuilder } from 'kysely'
import { photoHiddenFromSql, memberVisibleSql, textHiddenFromSql } from '#domain/visible.ts'
import type { StoryListName } from './parts.ts'
import { reportsAboutSql, reportsMadeSql } from './reports.server.ts'

/** Returns an SQL condition for the rows after the cursor, given the two columns by which every list is ordered. */
export type AfterCursor = (at: RawBuilder<unknown>, key: RawBuilder<unknown>) => RawBuilder<boolean>

type Rows = (me: number, page: { behind: AfterCursor; size: number }) => RawBuilder<unknown>

/** SQL columns for a dish as the thing of a line. */
const dish = sql`'item' as kind, i.id as thing_id, i.name as thing, r.name as restaurant`
const dishOf = (item: string) => sql`
  join items i on i.id = ${sql.ref(item)} join restaurants r on r.id = i.restaurant_id`
const noThing = sql`null as kind, null::integer as thing_id, null as thing, null as restaurant`
const nobody = sql`null::integer as member_id, null as member`
const noWords = sql`null as words, null as answer`
const noImage = sql`null as image`
const marks = (...of: RawBuilder<unknown>[]) =>
  sql`array_remove(array[${sql.join(of)}]::text[], null) as marks`

/** SQL for each list. Its columns are the fields of a line, and `key` is unique among rows with the same `at`. */
export const memberListQueries: Record<StoryListName, Rows> = {
  yolos: (me) => sql`
    select y.created_at as at, y.id::text as key, 'yolo' as what, ${dish}, ${nobody},
           nullif(y.description, '') as words, null as answer,
           ${marks(sql`case when ${textHiddenFromSql(null, 'y')} then 'text-down' end`, sql`case when ${photoHiddenFromSql(null, 'y')} then 'photo-down' end`)},
           ${noImage}
      from yolos y ${dishOf('y.item_id')} where y.user_id = ${me}`,

  photos: (me) => sql`
    select p.created_at as at, p.yolo_id::text as key, 'photo' as what, ${dish}, ${nobody}, ${noWords},
           ${marks(sql`case when ${photoHiddenFromSql(null, 'y')} then 'photo-down' end`)},
           case when not ${photoHiddenFromSql(null, 'y')} and ${memberVisibleSql('u')} then p.name end as image
      from yolos y join users u on u.id = y.user_id join photos p on p.yolo_id = y.id
      ${dishOf('y.item_id')} where y.user_id = ${me}`,

  'votes-given': (me) => sql`
    select v.created_at as at, v.item_id::text as key, 'vote' as what, ${dish}, ${nobody}, ${noWords},
           ${marks(sql`case when not u.counts then 'set-aside' end`)}, ${noImage}
      from votes v join users u on u.id = v.user_id ${dishOf('v.item_id')} where v.user_id = ${me}`,

  // A dish can have a hundred thousand votes, so at most one page of them is read for each dish.
  'votes-received': (me, { behind, size }) => sql`
    select v.at, v.key, 'vote' as what, ${dish}, v.user_id as member_id, u.user_name as member, ${noWords},
           ${marks(sql`case when not u.counts then 'set-aside' end`)}, ${noImage}
      from yolos y ${dishOf('y.item_id')}
      cross join lateral (
        select t.created_at as at, t.item_id || ' ' || t.user_id as key, t.user_id from votes t
         where t.item_id = y.item_id
           and ${behind(sql`t.created_at`, sql`(t.item_id || ' ' || t.user_id)`)}
         order by t.created_at desc, key desc limit ${size}) v
      join users u on u.id = v.user_id
     where y.user_id = ${me}`,

  'reports-made': reportsMadeSql,
  'reports-about': reportsAboutSql,

  takedowns: (me) => sql`
    select t.created_at as at, t.id::text as key, 'takedown-' || t.kind as what,
           case when i.id is not null then 'item' end as kind, i.id as thing_id, i.name as thing, r.name as restaurant,
           a.id as member_id, a.user_name as member, t.word as words, t.answer,
           ${marks(sql`case when t.restored_at is null then 'standing' else 'restored' end`)}, ${noImage}
      from takedowns t left join yolos y on y.id = t.yolo_id
      left join items i on i.id = y.item_id left join restaurants r on r.id = i.restaurant_id
      left join users a on a.id = t.actor_id
     where t.member_id = ${me}`,

  'restaurants-added': (me) => sql`
    select r.created_at as at, r.id::text as key, 'restaurant' as what,
           'restaurant' as kind, r.id as thing_id, r.name as thing, null as restaurant, ${nobody},
           r.address as words, null as answer,
           ${marks(
             sql`case when r.merged_into is not null then 'merged' when r.deleted_at is not null then 'deleted' end`,
             sql`case when r.unconfirmed then 'unconfirmed' end`,
           )}, ${noImage}
      from restaurants r where r.added_by = ${me}`,

  contests: (me) => sql`
    select c.created_at as at, c.id::text as key, 'contest' as what,
           'contest' as kind, c.id as thing_id, c.title as thing, null as restaurant, ${nobody},
           (select count(*) from contest_entries e where e.contest_id = c.id and e.user_id = ${me}) || ' entries' as words,
           null as answer,
           ${marks(
             sql`case when f.eligible then 'may-take-part' when not f.eligible then 'may-not' end`,
             sql`case when d.k is not null then 'won' end`,
           )}, ${noImage}
      from (select contest_id from contest_entries where user_id = ${me}
            union select contest_id from contest_confirmations where user_id = ${me}
            union select contest_id from contest_draws where user_id = ${me}) taken
      join contests c on c.id = taken.contest_id
      left join contest_confirmations f on f.contest_id = c.id and f.user_id = ${me}
      left join lateral (select k from contest_draws w
                          where w.contest_id = c.id and w.user_id = ${me} order by k desc limit 1) d on true`,

  // Mails aren't stored, so the list shows the links in them that are still open.
  mails: (me) => sql`
    select t.created_at as at, t.purpose || ' ' || t.email as key, 'mail-' || t.purpose as what, ${noThing}, ${nobody},
           t.email as words, null as answer, '{}'::text[] as marks, ${noImage}
      from mail_tokens t where t.user_id = ${me}
    union all
    select c.asked_at, c.id::text, 'mail-undo-email', ${noThing}, ${nobody}, c.old_email, null, '{}'::text[], ${noImage}
      from email_changes c where c.user_id = ${me}`,

  audit: (me, { behind, size }) => {
    const page = sql`and ${behind(sql`a.at`, sql`a.id::text`)} order by a.at desc, a.id::text desc limit ${size}`
    const of = (which: RawBuilder<unknown>) =>
      sql`(select a.id from audit a where ${which} ${page})`
    return sql`
    select a.at, a.id::text as key, a.action as what, ${noThing}, u.id as member_id, u.user_name as member,
           a.subject as words, null as answer,
           ${marks(sql`case when a.through_id is not null then 'through-' || a.through_id end`)}, ${noImage}
      from audit a left join users u on u.id = a.actor_id
     where a.id in (${of(sql`a.actor_id = ${me}`)} union ${of(sql`a.through_id = ${me}`)}
             union ${of(sql`a.subject = any (array(
                     select kind || ${` ${me}`}::text from unnest(array['member', 'user']) kind
                     union all select 'yolo ' || y.id from yolos y where y.user_id = ${me}))`)})`
  },
}
