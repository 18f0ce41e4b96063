import { type RawBuilder, sql } from 'kysely'
import { verifiedAndNotHeldSql } from './holds.ts'
import { notTakenDownSql } from './visible.ts'

/**
 * SQL condition on a row of `restaurants`, by its alias: one member alone speaks for it. They added it, no import or other
 * member brought it too, and nobody else who is verified and not taken down has a favorite there or upvoted a dish. A
 * hold changes nothing, since nobody else may learn of it.
 */
export const addedAloneSql = (restaurant: string) =>
  onlyAdderSpeaksSql(restaurant, sql`u.email_verified_at is not null`)

/** The same without members who are held, for what nobody but admins is told. */
export const addedAloneForAdminsSql = (restaurant: string) =>
  onlyAdderSpeaksSql(restaurant, verifiedAndNotHeldSql('u'))

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
        join lateral (select user_id from yolos where item_id = i.id
                      union all select user_id from votes where item_id = i.id) spoke on true
        join users u on u.id = spoke.user_id
       where i.restaurant_id = ${its('id')} and u.id is distinct from ${its('added_by')}
         and ${speaks} and ${notTakenDownSql('u')}))`
}
