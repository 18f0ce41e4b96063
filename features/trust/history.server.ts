import { sql, type RawBuilder } from 'kysely'
import type { Database } from '#platform/server/services.ts'
import { thresholds } from './lines.data.ts'

/**
 * SQL condition: this unverified member has a history of their own, which means that they saved a favorite and voted
 * elsewhere than at the restaurant `except`, over at least a day. Less than that is no history, because unverified
 * accounts cost nothing: any number of them can cast one more vote.
 */
export const hasHistory = (user: RawBuilder<unknown>, except: RawBuilder<unknown>) => sql<boolean>`
  (select coalesce(bool_or(h.saved) and not bool_and(h.saved)
                   and max(h.at) - min(h.at) >= ${thresholds.history.is} * interval '1 day', false)
     from (select item_id, created_at as at, false as saved from votes where user_id = ${user}
           union all
           select item_id, created_at, true from yolos where user_id = ${user}) h
     join items i on i.id = h.item_id where i.restaurant_id is distinct from ${except})`

/** Returns those of these unverified members who have a history of their own (see `hasHistory`). */
export async function withHistory(database: Database, ids: number[]): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select id from unnest(${ids}::integer[]) u (id) where ${hasHistory(sql`u.id`, sql`null::integer`)}`.execute(
    database,
  )
  return new Set(rows.map(({ id }) => id))
}
