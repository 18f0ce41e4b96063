import { type RawBuilder, sql } from 'kysely'
import { verifiedAndNotHeldSql } from './holds.ts'
import { memberVisibleSql } from './visible.ts'

/**
 * SQL condition on a row of `items`, by its alias: a member who is verified and shown to others has it among their
 * favorites. Search engines are invited to no other dish (rules: pages), because an unverified account costs nothing. A
 * hold changes nothing, since nobody else may learn of it.
 */
export const vouchedSql = (item: string) =>
  savedBySql(item, sql`u.email_verified_at is not null and ${memberVisibleSql('u')}`)

/** The same by a member who isn't held, for what nobody but admins is told. */
export const vouchedAndNotHeldSql = (item: string) =>
  savedBySql(item, sql`${verifiedAndNotHeldSql('u')} and ${memberVisibleSql('u')}`)

/** `offset 0` makes PostgreSQL look at one item after the other, and never read all favorites for a batch of items. */
const savedBySql = (item: string, condition: RawBuilder<unknown>) => sql<boolean>`exists (
  select from yolos y join users u on u.id = y.user_id
   where y.item_id = ${sql.ref(`${item}.id`)} and ${condition} offset 0)`
