import { sql } from 'kysely'
import { settledByAdminSql } from '#domain/holds.ts'

/** SQL for joins with the cluster `holder` that holds the member of row `m` of `suspect_members`, if one does. */
export const withHolder = sql`
  left join holds standing on standing.user_id = m.user_id and standing.released_at is null
  left join suspects holder on holder.id = standing.cluster_id`

/**
 * SQL condition with `withHolder`: the member of row `m` is held with another cluster than that of row `s` of `suspects`,
 * where an admin decides about them. A cluster whose members all are doesn't wait in the queue, or else accounts that are
 * held would fill it with one more case for each place at which they act.
 */
export const isHeldElsewhere = sql<boolean>`coalesce(holder.id <> s.id, false)`

/**
 * SQL condition: the decisions on the cluster of row `s` of `suspects` are about the member of row `m` of
 * `suspect_members`. They are the members whom the cluster's page counts and lists, and whom a decision holds or clears.
 * Left out are those beside the cluster, and those about whom an admin has decided before (rules: holds).
 */
export const isConcerned = sql<boolean>`
  (not m.beside
   and (coalesce(m.cleared_at = s.closed_at, false) or not ${settledByAdminSql('m.user_id')}))`
