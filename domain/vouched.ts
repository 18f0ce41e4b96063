import { sql } from 'kysely'
import { verifiedAndNotHeldSql } from './holds.ts'
import { memberVisibleSql } from './visible.ts'

/**
 * SQL condition on a row of `items`, by its alias: a member who speaks for it has it among their favorites: verified,
 * not held and shown to others. Search engines are invited to no other dish (rules: pages), because an unverified
 * account costs nothing. `offset 0` makes PostgreSQL look at one item after the other, and never read all favorites for
 * a batch of items.
 */
export const vouchedSql = (item: string) => sql<boolean>`exists (
  select from yolos y join users u on u.id = y.user_id
   where y.item_id = ${sql.ref(`${item}.id`)} and ${verifiedAndNotHeldSql('u')} and ${memberVisibleSql('u')} offset 0)`
