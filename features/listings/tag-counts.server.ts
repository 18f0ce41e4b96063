import { maxVisitorStaleness } from './candidates/changes.server.ts'
import { sql } from 'kysely'
import { cellsTouching, milesFromSql } from '#domain/position/distance.ts'
import type { Point } from '#domain/position/miles.ts'
import { pointFromInput } from '#domain/position/point.ts'
import { tags, tagsOf } from '#domain/vocabulary/tags.data.ts'
import { listTags } from '#features/categories/contract.ts'
import { badInput } from '#platform/contract/failure.ts'
import { megabytesToBytes, promiseCache } from '#platform/server/cache.ts'
import { implementCall } from '#platform/server/http/handler.ts'
import type { Database, Services } from '#platform/server/services.ts'
import { filterConditionsSql, filtersOf } from './ranking.server.ts'
import type { createListingService } from './candidates/answer.server.ts'

/**
 * The filters that apply to the counts. The chosen tags aren't among them: a list has the dishes of any chosen tag, so
 * each tag is counted by itself.
 */
type Asked = {
  category: number
  point: Point
  miles: number
  prices: number[]
  openAt: number | null
}
type Counts = Map<number, number>

/**
 * Milliseconds that a visitor's counts are cached. Together with the age of their data, the counts are less than 2 s
 * old (rules: freshness).
 */
const keptFor = 700

export const tagCountsHandler = (
  { ranking, clock }: Pick<Services, 'ranking' | 'clock'>,
  { changes, tagsNear }: ReturnType<typeof createListingService>,
) => {
  const kept = promiseCache<Counts>({
    name: 'tag-counts',
    bytes: megabytesToBytes(2),
    ttl: keptFor,
    sizeOf: (counts) => counts.size * 50,
  })
  async function countsOf(asked: Asked, age: number) {
    await changes.catchUp(age)
    // Lists in memory don't hold opening hours.
    const known = asked.openAt === null ? await tagsNear(asked) : null
    return known ?? changes.read(() => count(ranking, asked))
  }
  const countsForVisitor = (asked: Asked) =>
    kept.get(JSON.stringify(asked), () => countsOf(asked, maxVisitorStaleness))

  return implementCall(listTags, async ({ input, viewer }) => {
    const { category, distanceMiles } = input
    const named = category ? tagsOf(category) : tags
    const point = pointFromInput(input)
    if (!point) return [...named]
    if (!category) throw badInput({ fields: { category: 'Counted are the tags of one category.' } })
    const asked = { category, point, miles: distanceMiles, ...filtersOf(input, clock.now()) }
    // A member's counts aren't cached, because a member's own acts must show at once.
    const ask = () => (viewer ? countsOf(asked, 0) : countsForVisitor(asked))
    const counts = named.length > 0 && (await ask())
    return named.map((tag) => ({ ...tag, count: (counts && counts.get(tag.id)) || 0 }))
  })
}

/** Counts the tags in the database, for what the lists in memory can't answer. */
async function count(database: Database, asked: Asked): Promise<Counts> {
  const { category, point, miles } = asked
  const cells = cellsTouching(point, miles, 5).map(String)
  const { rows } = await sql<{ tag: number; dishes: number }>`
    select tag, count(*)::integer as dishes
      from unnest(${cells}::bigint[]) as disk (cell)
     cross join lateral (
       select tags from items
        where listed and category_id = ${category} and items.cell5 = disk.cell
          and ${milesFromSql(point)} <= ${miles} ${filterConditionsSql({ ...asked, tags: [] })}) near
     cross join lateral unnest(near.tags) as tag
     group by tag`.execute(database)
  return new Map(rows.map(({ tag, dishes }) => [tag, dishes]))
}
