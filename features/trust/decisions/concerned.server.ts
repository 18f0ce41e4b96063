import { sql } from 'kysely'
import { settledByAdminSql } from '#domain/holds.ts'

/**
 * SQL condition: the decisions on the cluster of row `s` of `suspects` are about the member of row `m` of
 * `suspect_members`. They are the members whom the cluster's page counts and lists, and whom a decision holds or clears.
 * Left out are those beside the cluster, and those about whom an admin has decided before (rules: holds).
 */
export const isConcerned = sql<boolean>`
  (not m.beside
   and (coalesce(m.cleared_at = s.closed_at, false) or not ${settledByAdminSql('m.user_id')}))`
