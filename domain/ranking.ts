import { sql } from 'kysely'

/**
 * The columns that decide between two items, the most important first (rules: ranking). The indexes items_rank_… have
 * the same order.
 */
export const rankColumns = ['upvote_count', 'yolo_count', 'newest_yolo_at', 'id'] as const

/**
 * Sorts the best items first. `id` is negated so that all columns descend and one row comparison finds the next page.
 */
export const rankOrderSql = sql`upvote_count desc, yolo_count desc, newest_yolo_at desc, (-id) desc`

/** SQL row to compare items by, for a table alias. The greater row ranks better. */
export const rankRowSql = (items: string) =>
  sql`(${sql.join(rankColumns.map((column) => (column === 'id' ? sql`-${sql.ref(`${items}.id`)}` : sql.ref(`${items}.${column}`))))})`

/**
 * An item's position in the ranking. `newest` is the time of the newest counted yolo. It is text, because a `Date` has
 * no microseconds.
 */
export type RankPosition = [upvotes: number, yolos: number, newest: string, id: number]

/** SQL condition: an item ranks below this position. */
export const ranksBelowSql = ([upvotes, yolos, newest, id]: RankPosition) =>
  sql<boolean>`(upvote_count, yolo_count, newest_yolo_at, -id)
    < (${upvotes}::integer, ${yolos}::integer, ${newest}::timestamptz, ${-id}::integer)`
