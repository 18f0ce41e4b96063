import { sql } from 'kysely'
import { cellsTouching, milesFromSql } from '#domain/position/distance.ts'
import type { Point } from '#domain/position/miles.ts'
import { pointFromInput } from '#domain/position/point.ts'
import { tags, tagsOf } from '#domain/vocabulary/tags.data.ts'
import { listTags } from '#features/categories/contract.ts'
import { badInput } from '#platform/contract/failure.ts'
import { implementCall } from '#platform/server/http/handler.ts'
import type { Database, Services } from '#platform/server/services.ts'
import { filterConditionsSql, filtersOf, type RankingQuery } from './ranking.server.ts'
import { shortCache } from './short-cache.server.ts'

/** The chosen tags aren't among the filters, because a list has the dishes of any of them. */
type Circle = Pick<RankingQuery, 'prices' | 'openAt'> & {
  category: number
  point: Point
  miles: number
}
type Counts = Map<number, number>

export const tagCountsHandler = ({ ranking, clock, settings }: Services) => {
  const cached = shortCache<Counts>(settings.listCacheSeconds)
  return implementCall(listTags, async ({ input }) => {
    const { category, distanceMiles } = input
    const named = category ? tagsOf(category) : tags
    const point = pointFromInput(input)
    if (!point) return [...named]
    if (!category) throw badInput({ fields: { category: 'Counted are the tags of one category.' } })
    const circle = { category, point, miles: distanceMiles, ...filtersOf(input, clock.now()) }
    const counts = await cached(JSON.stringify(circle), () => countTags(ranking, circle))
    return named.map((tag) => ({ ...tag, count: counts.get(tag.id) ?? 0 }))
  })
}

async function countTags(database: Database, circle: Circle): Promise<Counts> {
  const { category, point, miles } = circle
  const cells = cellsTouching(point, miles, 5)
  const { rows } = await sql<{ tag: number; dishes: number }>`
    select tag, count(*)::integer as dishes
      from unnest(${cells}::bigint[]) as disk (cell)
     cross join lateral (
       select tags from items
        where listed and category_id = ${category} and items.cell5 = disk.cell
          and ${milesFromSql(point)} <= ${miles} ${filterConditionsSql({ ...circle, tags: [] })}) near
     cross join lateral unnest(near.tags) as tag
     group by tag`.execute(database)
  return new Map(rows.map(({ tag, dishes }) => [tag, dishes]))
}
