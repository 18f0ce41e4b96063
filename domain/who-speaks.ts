import { type RawBuilder, sql } from 'kysely'
import { countsSql } from './visible.ts'

// Who speaks for a dish or a restaurant: docs/ranking.md says which of these is asked where, and why.

/**
 * SQL condition on a row of `items`, by its alias: a member who is verified and shown to others has it among their
 * favorites. Search engines are invited to no other dish (rules: pages), because an unverified account costs nothing. A
 * hold changes nothing, since nobody else may learn of it.
 */
export const vouchedSql = (item: string) =>
  savedBySql(item, sql`u.email_verified_at is not null and ${countsSql('u')}`)

/** The same by a member who isn't held, for what nobody but admins is told. */
export const vouchedAndNotHeldSql = (item: string) =>
  savedBySql(item, sql`${countsSql('u')} and ${countsSql('u')}`)

/**
 * SQL condition on a row of `items`, by its alias: two members speak for it, one of whom isn't its maker. Only then is
 * what is new mailed to members near by who follow none of them, or what a newcomer saved pushed to them, because one
 * free mailbox could write to a whole city otherwise.
 */
export const spokenForByTwoSql = (item: string) =>
  sql<boolean>`exists (select ${speakersOf(item)} offset 1)`

/** SQL for how many members speak for a row of `items`, by its alias. */
export const speakerCountSql = (item: string) =>
  sql<number>`(select count(*)::integer ${speakersOf(item)})`

/**
 * A verified member who is shown to others speaks for a dish by having it among their favorites, which takes back their
 * upvote, or by an upvote that counts. A hold takes back the upvote, which names nobody, but no favorite of before it:
 * everyone sees whose these are, so what is then missing would tell of the hold.
 */
const speakersOf = (item: string) => sql`
  from (select user_id, created_at from yolos where item_id = ${sql.ref(`${item}.id`)}
        union all
        select user_id, created_at from votes where item_id = ${sql.ref(`${item}.id`)}) spoke
  join users u on u.id = spoke.user_id
 where u.email_verified_at is not null and ${countsSql('u')}`

/**
 * SQL for the id of the one member who speaks for a row of `items`, by its alias: nobody else who is verified and not
 * taken down has it among their favorites or upvoted it. It is null if two or more do, and 0 if nobody does: unverified
 * accounts cost nothing, so any number of them are as one member. A hold changes nothing, since nobody else may learn of
 * it.
 */
export const onlySpeakerSql = (item: string) => {
  const speakers = sql`
    from ${savedOrUpvoted(sql.ref(`${item}.id`))} spoke join users u on u.id = spoke.user_id
   where u.email_verified_at is not null`
  return sql<number | null>`(
    select case when one.user_id is null then 0
                when not exists (select ${speakers} and spoke.user_id <> one.user_id offset 0) then one.user_id end
      from (select) always left join lateral (select spoke.user_id ${speakers} limit 1) one on true)`
}

const savedOrUpvoted = (id: RawBuilder<unknown>) => sql`
  (select user_id from yolos where item_id = ${id} union all select user_id from votes where item_id = ${id})`

/** `offset 0` makes PostgreSQL look at one item after the other, and never read all favorites for a batch of items. */
const savedBySql = (item: string, condition: RawBuilder<unknown>) => sql<boolean>`exists (
  select from yolos y join users u on u.id = y.user_id
   where y.item_id = ${sql.ref(`${item}.id`)} and ${condition} offset 0)`

/**
 * SQL condition on a yolo `y`: its member speaks for a dish. An unverified account costs nothing, so the text,
 * photo or name of it or of a held member comes after those of others on a card.
 */
export const speaksForDishSql = sql`exists (select from users s where s.id = y.user_id and ${countsSql('s')})`

/**
 * SQL condition on a yolo `y`: its member speaks for the dish, and saved it a week or more after joining and verifying. A
 * new account with a mailbox costs little, and its words would be the newest on all the best dishes of a town.
 */
export const savedAfterFirstWeekSql = sql`exists (
  select from users s where s.id = y.user_id and ${countsSql('s')}
     and y.created_at >= greatest(s.created_at, s.email_verified_at) + interval '7 days')`

/**
 * SQL condition on a row of `restaurants`, by its alias: one member alone speaks for it. They added it, no import or other
 * member brought it too, and nobody else who is verified and not taken down has a favorite there or upvoted a dish. A
 * hold changes nothing, since nobody else may learn of it.
 */
export const addedAloneSql = (restaurant: string) =>
  onlyAdderSpeaksSql(restaurant, sql`u.email_verified_at is not null`)

/** The same without members who are held, for what nobody but admins is told. */
export const addedAloneForAdminsSql = (restaurant: string) =>
  onlyAdderSpeaksSql(restaurant, countsSql('u'))

function onlyAdderSpeaksSql(restaurant: string, speaks: RawBuilder<unknown>) {
  const its = (column: string) => sql.ref(`${restaurant}.${column}`)
  return sql<boolean>`(
    ${its('source')} = 'member'
    and not exists (
      select from restaurants m
       where m.merged_into = ${its('id')}
         and (m.source <> 'member' or m.added_by is distinct from ${its('added_by')}))
    and not exists (
      select from items i
        join lateral ${savedOrUpvoted(sql.ref('i.id'))} spoke on true
        join users u on u.id = spoke.user_id
       where i.restaurant_id = ${its('id')} and u.id is distinct from ${its('added_by')}
         and ${speaks}))`
}
