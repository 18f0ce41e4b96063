import { sql } from 'kysely'

/** What decides between two items, first to last (rules: ranking). The indexes items_rank_… have the same order. */
export const rankColumns = ['upvote_count', 'counted_yolos', 'newest_counted_at', 'id'] as const

/** Best first. `-id` turns the last one round, so that a page goes on by one row comparison. */
export const bestFirst = sql`upvote_count desc, counted_yolos desc, newest_counted_at desc, (-id) desc`

/** A row of `items` as what is compared, by its alias: the greater is the better. */
export const rankOf = (items: string) =>
  sql`(${sql.join(rankColumns.map((column) => (column === 'id' ? sql`-${sql.ref(`${items}.id`)}` : sql.ref(`${items}.${column}`))))})`

/** Where an item is in the ranking: upvotes, yolos, newest yolo (to the microsecond, so as text), id. */
export type RankPosition = [upvotes: number, yolos: number, newest: string, id: number]

/** The items behind this position. */
export const rankedBehind = ([upvotes, yolos, newest, id]: RankPosition) =>
  sql<boolean>`(upvote_count, counted_yolos, newest_counted_at, -id)
    < (${upvotes}::integer, ${yolos}::integer, ${newest}::timestamptz, ${-id}::integer)`
