import { sql, type RawBuilder } from 'kysely'
import { z } from 'zod'
import { cellsTouching, milesFrom } from '#domain/distance.ts'
import type { Point } from '#domain/miles.ts'
import { pointOf } from '#domain/point.ts'
import { bestFirst, rankColumns, rankedBehind, type RankPosition } from '#domain/ranking.ts'
import type { ParsedInputOf } from '#platform/contract/call.ts'
import { id } from '#platform/contract/shapes.ts'
import { readCursor, writeCursor } from '#platform/server/cursor.ts'
import type { Database } from '#platform/server/services.ts'
import { isMoment } from '#platform/server/http/text.ts'
import { numbersIn, pageSize, type exportYolos } from './contract.ts'

/** Best: by rank; trending: by this week's votes and favourites, then by rank (rules: trending). */
export type Order = 'best' | 'trending'

export type Question = {
  categories: number[]
  point: Point | null
  distanceMiles: number
  /** Items having any of them; empty for all. */
  tags: number[]
  /** Of restaurants of any of these price levels; empty for all. */
  prices: number[]
  /** Of restaurants that are open in the minute that begins then (milliseconds since 1970); null for all. */
  openAt: number | null
  order: Order
}

const minute = 60_000

/** What a call's input asks for at this moment. */
export const questionOf = (
  input: Omit<ParsedInputOf<typeof exportYolos>, 'format'>,
  now: Date,
): Question => ({
  categories: numbersIn(input.category),
  point: pointOf(input) ?? null,
  distanceMiles: input.distanceMiles,
  tags: numbersIn(input.tags),
  prices: numbersIn(input.price),
  openAt: input.open ? Math.floor(now.getTime() / minute) * minute : null,
  order: input.sort,
})

/** A category's list without any filter but tags. */
export const unfiltered = { prices: [], openAt: null, order: 'best' } satisfies Partial<Question>

type Item = Point & { id: number }
type Ranked = Item & {
  upvote_count: number
  counted_yolos: number
  newest: string
  trending: number
}
export type RankedPage = { items: Item[]; cursor: string | null }

const count = z.int32().min(0)
const position = z.tuple([
  count,
  count,
  z.string().refine(isMoment),
  id,
]) satisfies z.ZodType<RankPosition>
const trendingPosition = z.tuple([z.literal('trending'), count, ...position.def.items])

/** Where an item is in an order; in the usual one `trending` is nothing. */
export type Place = { trending: number; rank: RankPosition }

/** A cursor of the other order is none. */
export function placeOf(cursor: string, order: Order): Place {
  if (order === 'best') return { trending: 0, rank: readCursor(cursor, position) }
  const [, trending, ...rank] = readCursor(cursor, trendingPosition)
  return { trending, rank }
}

export const cursorAt = ({ trending, rank }: Place, order: Order) =>
  writeCursor(order === 'best' ? rank : ['trending', trending, ...rank])

const ranked = sql.join(rankColumns.map((column) => sql.ref(column)))
const columns = sql`${ranked}, trending, latitude, longitude`
const told = sql`id, latitude, longitude, upvote_count, counted_yolos, trending, newest_counted_at::text as newest`

/** One walk along an index: those that trend, most first, or those that don't, or all of the usual order. */
type Walk = { where: RawBuilder<unknown>; order: RawBuilder<unknown> }

const usual = (after: Place | null): Walk => ({
  where: after ? sql`and ${rankedBehind(after.rank)}` : sql``,
  order: bestFirst,
})

function walksOf({ order }: Question, after: Place | null): Walk[] {
  if (order === 'best') return [usual(after)]
  const rest = usual(after && after.trending === 0 ? after : null)
  const untrending = { ...rest, where: sql`and trending = 0 ${rest.where}` }
  if (after && after.trending === 0) return [untrending]
  const behind = after
    ? sql`and (trending, upvote_count, counted_yolos, newest_counted_at, -id)
        < (${after.trending}::integer, ${after.rank[0]}::integer, ${after.rank[1]}::integer,
           ${after.rank[2]}::timestamptz, ${-after.rank[3]}::integer)`
    : sql``
  const trending = {
    where: sql`and trending > 0 ${behind}`,
    order: sql`trending desc, ${bestFirst}`,
  }
  return [trending, untrending]
}

/** The best within the distance, best first; a page holds `size`. Each cell gives its own best from the ranked index; then they are merged. */
export function rankNearBy(
  database: Database,
  question: Question & { point: Point },
  after: string | undefined,
  size = pageSize,
): Promise<RankedPage> {
  const { point, distanceMiles: miles } = question
  const cells = cellsTouching(point, miles, 5).map(String)
  return rank(database, question, after, {
    size,
    parts: sql`cross join unnest(${cells}::bigint[]) as disk (cell)`,
    where: sql`and items.cell5 = disk.cell and ${milesFrom(point)} <= ${miles}`,
  })
}

/** The best anywhere but within the distance of the point; a page holds `size`. */
export function rankTop(
  database: Database,
  question: Question,
  after: string | undefined,
  size = pageSize,
): Promise<RankedPage> {
  const { point, distanceMiles: miles } = question
  return rank(database, question, after, {
    size,
    parts: sql``,
    where: point ? sql`and ${milesFrom(point)} > ${miles}` : sql``,
  })
}

/** How many, what gives its own best beside each category, and what of the items is meant. */
type Meant = { size: number; parts: RawBuilder<unknown>; where: RawBuilder<unknown> }

/** One walk after the other, until the page is full and one more is known. */
async function rank(
  database: Database,
  question: Question,
  cursor: string | undefined,
  { size, ...meant }: Meant,
): Promise<RankedPage> {
  const after = cursor ? placeOf(cursor, question.order) : null
  const rows: Ranked[] = []
  for (const { where, order } of walksOf(question, after)) {
    const limit = size + 1 - rows.length
    if (limit === 0) continue
    const found = await sql<Ranked>`
      select ${told}
        from unnest(${question.categories}::smallint[]) as kinds (category)
       ${meant.parts}
       cross join lateral (
         select ${columns} from items
          where listed and category_id = kinds.category ${filtered(question)} ${where} ${meant.where}
          order by ${order} limit ${limit}
       ) best
       order by ${order} limit ${limit}`.execute(database)
    rows.push(...found.rows)
  }
  const items = rows.slice(0, size)
  const last = items.at(-1)
  if (rows.length <= size || !last) return { items, cursor: null }
  const { trending, upvote_count, counted_yolos, newest, id } = last
  const place: Place = { trending, rank: [upvote_count, counted_yolos, newest, id] }
  return { items, cursor: cursorAt(place, question.order) }
}

function filtered({ tags, prices, openAt }: Question): RawBuilder<unknown> {
  const parts = [
    tags.length > 0 ? sql`and tags && ${tags}::integer[]` : sql``,
    prices.length > 0 ? sql`and price_level = any (${prices}::smallint[])` : sql``,
    openAt === null
      ? sql``
      : sql`and open_minutes @> minute_of_week(${new Date(openAt)}::timestamptz, time_zone)`,
  ]
  return sql.join(parts, sql` `)
}
