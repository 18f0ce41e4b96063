import { sql, type RawBuilder } from 'kysely'
import { z } from 'zod'
import { cellsTouching, milesFromSql } from '#domain/position/distance.ts'
import type { Point } from '#domain/position/miles.ts'
import { pointFromInput } from '#domain/position/point.ts'
import { rankOrderSql, rankColumns, ranksBelowSql } from '#domain/ranking.ts'
import { countsSql } from '#domain/visible.ts'
import type { ParsedInputOf } from '#platform/contract/call.ts'
import { id } from '#platform/contract/shapes.ts'
import { decodeCursor, encodeCursor, timestampText } from '#platform/server/cursor.ts'
import type { Database } from '#platform/server/services.ts'
import { parseNumberList, pageSize, type exportListing } from './contract.ts'

export type RankingQuery = {
  categories: number[]
  point: Point | null
  distanceMiles: number
  /** Ids of tags. Items with any of them pass; empty for all. */
  tags: number[]
  /** Price levels. Items of restaurants with any of them pass; empty for all. */
  prices: number[]
  /** Beginning of a minute, in milliseconds since 1970. Items of restaurants that are open in it pass; null for all. */
  openAt: number | null
  /**
   * Items with votes or favorites since this time (in milliseconds since 1970) come first, those with the most before the
   * others. Null to list by rank alone.
   */
  trendingSince: number | null
}

const minute = 60_000
const week = 7 * 24 * 60 * minute

/** Returns the question in a call's input. With `open`, its minute is that of `now`. */
export const rankingQueryFromInput = (
  input: Omit<ParsedInputOf<typeof exportListing>, 'format'>,
  now: Date,
): RankingQuery => ({
  categories: [input.category],
  point: pointFromInput(input) ?? null,
  distanceMiles: input.distanceMiles,
  tags: parseNumberList(input.tags),
  ...filtersOf(input, now),
  trendingSince: input.sort === 'trending' ? beginningOfMinute(now) - week : null,
})

const beginningOfMinute = (time: Date) => Math.floor(time.getTime() / minute) * minute

type FilterInput = { price: string; open?: 'now' | undefined }

/** Returns the filters in a call's input that apply to counts of tags as well. */
export const filtersOf = ({ price, open }: FilterInput, now: Date) => ({
  prices: parseNumberList(price),
  openAt: open ? beginningOfMinute(now) : null,
})

export type Ranked = Point & {
  id: number
  upvote_count: number
  yolo_count: number
  newest: string
  acts: number
}
export type RankedPage = { items: Ranked[]; cursor: string | null }

const count = z.int32().min(0)
/** An item's position in a list: its recent votes and favorites, which are 0 in a list by rank, and its rank. */
const position = z.tuple([count, count, count, timestampText, id])
type Position = z.output<typeof position>

/** SQL for the number of counting votes and favorites since a time, by item. */
const recentSql = (since: number) => sql`
  select item_id, count(*)::integer as acts
    from (select item_id, user_id, created_at from votes union all
          select item_id, user_id, created_at from yolos) act
    join users u on u.id = act.user_id and ${countsSql('u')}
   where act.created_at >= ${new Date(since)} group by item_id`

/** Limits a list to a circle: the cells that touch it, or null for all, and a condition on the distance. */
type Area = { cells: string[] | null; where: RawBuilder<unknown> }

/** Returns a page of the `size` best items within the distance. */
export function rankNearBy(
  database: Database,
  question: RankingQuery & { point: Point },
  after?: string,
  size = pageSize,
): Promise<RankedPage> {
  const { point, distanceMiles: miles } = question
  const cells = cellsTouching(point, miles, 5)
  const where = sql`and ${milesFromSql(point)} <= ${miles}`
  return rank(database, question, { cells, where }, { after, size })
}

/** Returns a page of the `size` best items anywhere except within the distance of the point. */
export function rankTop(
  database: Database,
  question: RankingQuery,
  after?: string,
  size = pageSize,
): Promise<RankedPage> {
  const { point, distanceMiles: miles } = question
  const where = point ? sql`and ${milesFromSql(point)} > ${miles}` : sql``
  return rank(database, question, { cells: null, where }, { after, size })
}

/** Fetches one item more than `size`, to learn whether there is another page. */
async function rank(
  database: Database,
  question: RankingQuery,
  area: Area,
  { after, size }: { after: string | undefined; size: number },
): Promise<RankedPage> {
  const from = after ? decodeCursor(after, position) : null
  const { rows } = await (
    question.trendingSince === null
      ? bestSql(question, area, from, size + 1)
      : trendingSql({ ...question, trendingSince: question.trendingSince }, area, from, size + 1)
  ).execute(database)
  return pageOf(rows, size)
}

/** Returns the first `size` of these items; one item more tells that there is another page. */
export function pageOf(rows: Ranked[], size: number): RankedPage {
  const items = rows.slice(0, size)
  const last = items.at(-1)
  if (rows.length <= size || !last) return { items, cursor: null }
  const { acts, upvote_count, yolo_count, newest, id } = last
  return { items, cursor: encodeCursor([acts, upvote_count, yolo_count, newest, id]) }
}

const shown = sql`id, latitude, longitude, upvote_count, yolo_count, newest_yolo_at::text as newest`
const rankOf = ([, ...rank]: Position) => rank

/** Reads the best of each category and cell from the ranked index, then merges them. */
const bestSql = (question: RankingQuery, area: Area, after: Position | null, limit: number) =>
  sql<Ranked>`
    select ${shown}, 0 as acts from (${bestOfCellsSql(question, area, after, limit)}) best
     order by ${rankOrderSql} limit ${limit}`

/** Returns the best items of each of these cells, by the cell's number behind a prefix. */
export async function bestOfCells(
  database: Database,
  question: RankingQuery,
  cells: string[],
  limit: number,
  prefix = '',
): Promise<Map<string, Ranked[]>> {
  const area = { cells, where: sql`` }
  const { rows } = await sql<Ranked & { cell: string }>`
    select cell5::text as cell, ${shown}, 0 as acts
      from (${bestOfCellsSql(question, area, null, limit)}) best`.execute(database)
  const lists = new Map(cells.map((cell) => [prefix + cell, [] as Ranked[]]))
  for (const { cell, ...item } of rows) lists.get(prefix + cell)?.push(item)
  return lists
}

function bestOfCellsSql(
  question: RankingQuery,
  { cells, where }: Area,
  after: Position | null,
  limit: number,
) {
  const ranked = sql.join(rankColumns.map((column) => sql.ref(column)))
  return sql`
    select best.*
      from unnest(${question.categories}::smallint[]) as kinds (category)
     ${cells ? sql`cross join unnest(${cells}::bigint[]) as disk (cell)` : sql``}
     cross join lateral (
       select ${ranked}, cell5, latitude, longitude from items
        where listed and category_id = kinds.category ${filterConditionsSql(question)} ${where}
          ${cells ? sql`and items.cell5 = disk.cell` : sql``}
          ${after ? sql`and ${ranksBelowSql(rankOf(after))}` : sql``}
        order by ${rankOrderSql} limit ${limit}
     ) best`
}

/** Lists the items of this week's votes and favorites first, most of them first, then the others by rank. */
function trendingSql(
  question: RankingQuery & { trendingSince: number },
  area: Area,
  after: Position | null,
  limit: number,
) {
  const [acts] = after ?? [null]
  const behind = sql`
    and (acts, upvote_count, yolo_count, newest_yolo_at, -id)
        < (${acts}::integer, ${after?.[1]}::integer, ${after?.[2]}::integer,
           ${after?.[3]}::timestamptz, ${-(after?.[4] ?? 0)}::integer)`
  const { cells, where } = area
  const rest = {
    cells,
    where: sql`${where} and not exists (select from recent where recent.item_id = items.id)`,
  }
  return sql<Ranked>`
    with recent as materialized (${recentSql(question.trendingSince)}),
    first as (
      select ${shown}, newest_yolo_at, recent.acts from recent join items on items.id = recent.item_id
       where listed and category_id = any (${question.categories}::smallint[])
         ${filterConditionsSql(question)} ${where} ${after ? behind : sql``}
       order by acts desc, ${rankOrderSql} limit ${limit}),
    rest as (
      select ${shown}, newest_yolo_at, 0 as acts
        from (${bestOfCellsSql(question, rest, acts === 0 ? after : null, limit)}) best
       order by ${rankOrderSql} limit ${limit})
    select id, latitude, longitude, upvote_count, yolo_count, newest, acts
      from (select * from first union all select * from rest) page
     order by acts desc, ${rankOrderSql} limit ${limit}`
}

/** Returns SQL for these filters on the columns of `items`. */
export function filterConditionsSql({
  tags,
  prices,
  openAt,
}: Pick<RankingQuery, 'tags' | 'prices' | 'openAt'>): RawBuilder<unknown> {
  const parts = [
    tags.length > 0 ? sql`and tags && ${tags}::integer[]` : sql``,
    prices.length > 0 ? sql`and price_level = any (${prices}::smallint[])` : sql``,
    openAt === null
      ? sql``
      : sql`and open_minutes @> minute_of_week(${new Date(openAt)}::timestamptz, time_zone)`,
  ]
  return sql.join(parts, sql` `)
}
