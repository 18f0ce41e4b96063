import { sql, type RawBuilder } from 'kysely'
import { z } from 'zod'
import { cellsTouching, milesFromSql } from '#domain/position/distance.ts'
import type { Point } from '#domain/position/miles.ts'
import { pointFromInput } from '#domain/position/point.ts'
import { rankOrderSql, rankColumns, ranksBelowSql, type RankPosition } from '#domain/ranking.ts'
import type { ParsedInputOf } from '#platform/contract/call.ts'
import { id } from '#platform/contract/shapes.ts'
import { openCursor, sealCursor } from '#platform/server/sealed-cursor.ts'
import type { Database } from '#platform/server/services.ts'
import { isTimestamp } from '#platform/server/http/text.ts'
import { parseNumberList, pageSize, type exportListing } from './contract.ts'

/** `best` is by rank. `trending` is by this week's votes and favorites, then by rank (rules: trending). */
export type ListOrder = 'best' | 'trending'

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
  order: ListOrder
}

const minute = 60_000

/** Returns the question in a call's input. With `open`, its minute is that of `now`. */
export const rankingQueryFromInput = (
  input: Omit<ParsedInputOf<typeof exportListing>, 'format'>,
  now: Date,
): RankingQuery => ({
  categories: parseNumberList(input.category),
  point: pointFromInput(input) ?? null,
  distanceMiles: input.distanceMiles,
  tags: parseNumberList(input.tags),
  ...filtersOf(input, now),
  order: input.sort,
})

/** Returns the filters in a call's input that apply to counts of tags as well. */
export const filtersOf = (
  { price, open }: { price: string; open?: 'now' | undefined },
  now: Date,
) => ({
  prices: parseNumberList(price),
  openAt: open ? Math.floor(now.getTime() / minute) * minute : null,
})

/** The part of a question that means no filters and the usual order. The caller adds the tags. */
export const noFilters = {
  prices: [],
  openAt: null,
  order: 'best',
} satisfies Partial<RankingQuery>

type Item = Point & { id: number }
type Ranked = Item & {
  upvote_count: number
  yolo_count: number
  newest: string
  trending: number
}
export type RankedPage = { items: Item[]; cursor: string | null }

const count = z.int32().min(0)
const position = z.tuple([
  count,
  count,
  z.string().refine(isTimestamp),
  id,
]) satisfies z.ZodType<RankPosition>
const trendingPosition = z.tuple([count, ...position.def.items])

/** An item's position in an order. In the usual order, `trending` is 0. */
export type OrderPosition = { trending: number; rank: RankPosition }

type List = Pick<RankingQuery, 'categories' | 'order'>

const nameOfList = ({ categories, order }: List) => `${order} of ${categories.join()}`

/**
 * Returns the position in a cursor. Throws `badCursor` if it is malformed or of another order or other categories.
 * Cursors are sealed, because how many favorites count would tell how many don't.
 */
export async function openPosition(
  database: Database,
  list: List,
  cursor: string,
): Promise<OrderPosition> {
  const name = nameOfList(list)
  if (list.order === 'best')
    return { trending: 0, rank: await openCursor(database, name, cursor, position) }
  const [trending, ...rank] = await openCursor(database, name, cursor, trendingPosition)
  return { trending, rank }
}

export const sealPosition = (database: Database, list: List, { trending, rank }: OrderPosition) =>
  sealCursor(database, nameOfList(list), list.order === 'best' ? rank : [trending, ...rank])

const ranked = sql.join(rankColumns.map((column) => sql.ref(column)))
const columns = sql`${ranked}, trending, latitude, longitude`
const told = sql`id, latitude, longitude, upvote_count, yolo_count, trending, newest_yolo_at::text as newest`

/** One scan of an index: the trending items, most trending first; those that don't trend; or all in the usual order. */
type IndexScan = { where: RawBuilder<unknown>; order: RawBuilder<unknown> }

const usual = (after: OrderPosition | null): IndexScan => ({
  where: after ? sql`and ${ranksBelowSql(after.rank)}` : sql``,
  order: rankOrderSql,
})

function scansOf({ order }: RankingQuery, after: OrderPosition | null): IndexScan[] {
  if (order === 'best') return [usual(after)]
  const rest = usual(after && after.trending === 0 ? after : null)
  const untrending = { ...rest, where: sql`and trending = 0 ${rest.where}` }
  if (after && after.trending === 0) return [untrending]
  const behind = after
    ? sql`and (trending, upvote_count, yolo_count, newest_yolo_at, -id)
        < (${after.trending}::integer, ${after.rank[0]}::integer, ${after.rank[1]}::integer,
           ${after.rank[2]}::timestamptz, ${-after.rank[3]}::integer)`
    : sql``
  const trending = {
    where: sql`and trending > 0 ${behind}`,
    order: sql`trending desc, ${rankOrderSql}`,
  }
  return [trending, untrending]
}

/**
 * Returns a page of the `size` best items within the distance. Reads the best of each cell from the ranked index, then
 * merges them.
 */
export function rankNearBy(
  database: Database,
  question: RankingQuery & { point: Point },
  after: string | undefined,
  size = pageSize,
): Promise<RankedPage> {
  const { point, distanceMiles: miles } = question
  const cells = cellsTouching(point, miles, 5).map(String)
  return rank(database, question, after, {
    size,
    parts: sql`cross join unnest(${cells}::bigint[]) as disk (cell)`,
    where: sql`and items.cell5 = disk.cell and ${milesFromSql(point)} <= ${miles}`,
  })
}

/** Returns a page of the `size` best items anywhere except within the distance of the point. */
export function rankTop(
  database: Database,
  question: RankingQuery,
  after: string | undefined,
  size = pageSize,
): Promise<RankedPage> {
  const { point, distanceMiles: miles } = question
  return rank(database, question, after, {
    size,
    parts: sql``,
    where: point ? sql`and ${milesFromSql(point)} > ${miles}` : sql``,
  })
}

/**
 * `size` is the number of items per page, `parts` is a SQL join that divides each category by cell, and `where` is SQL
 * that restricts the items.
 */
type RankOptions = { size: number; parts: RawBuilder<unknown>; where: RawBuilder<unknown> }

/**
 * Runs the index scans one after another until the page is full. Fetches one item more than `size`, to learn whether
 * there is another page.
 */
async function rank(
  database: Database,
  question: RankingQuery,
  cursor: string | undefined,
  { size, ...meant }: RankOptions,
): Promise<RankedPage> {
  const after = cursor ? await openPosition(database, question, cursor) : null
  const rows: Ranked[] = []
  for (const { where, order } of scansOf(question, after)) {
    const limit = size + 1 - rows.length
    if (limit === 0) continue
    const found = await sql<Ranked>`
      select ${told}
        from unnest(${question.categories}::smallint[]) as kinds (category)
       ${meant.parts}
       cross join lateral (
         select ${columns} from items
          where listed and category_id = kinds.category ${filterConditionsSql(question)} ${where} ${meant.where}
          order by ${order} limit ${limit}
       ) best
       order by ${order} limit ${limit}`.execute(database)
    rows.push(...found.rows)
  }
  const items = rows.slice(0, size)
  const last = items.at(-1)
  if (rows.length <= size || !last) return { items, cursor: null }
  const { trending, upvote_count, yolo_count, newest, id } = last
  const place: OrderPosition = { trending, rank: [upvote_count, yolo_count, newest, id] }
  return { items, cursor: await sealPosition(database, question, place) }
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
