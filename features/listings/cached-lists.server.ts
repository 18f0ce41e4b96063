import { cellsTouching } from '#domain/position/distance.ts'
import { milesBetween, type Point } from '#domain/position/miles.ts'
import { loadCards } from '#features/items/cards.server.ts'
import type { Card } from '#features/items/contract.ts'
import type { Database, Services } from '#platform/server/services.ts'
import { pageSize } from './contract.ts'
import {
  bestOfCells,
  pageOf,
  rankNearBy,
  rankTop,
  type Ranked,
  type RankedPage,
  type RankingQuery,
} from './ranking.server.ts'
import { batchCache } from './short-cache.server.ts'

type Databases = Pick<Services, 'database' | 'ranking'>
type NearBy = RankingQuery & { point: Point }

/** Where the lists of an answer come from. */
export type Lists = {
  nearBy(question: NearBy, cursor?: string): Promise<RankedPage>
  top(question: RankingQuery, cursor?: string): Promise<RankedPage>
}

/** Lists that are read from the database each time. */
export const freshLists = (ranking: Database): Lists => ({
  nearBy: (question, cursor) => rankNearBy(ranking, question, cursor),
  top: (question, cursor) => rankTop(ranking, question, cursor),
})

/** How many of a cell's best items, and of the best anywhere, are remembered. */
const [bestOfCell, bestOfAll] = [30, 200]

/**
 * Lists for visitors at many different points: the best items of each cell and the cards are remembered for a few seconds.
 * Where these items don't decide, the database ranks.
 */
export function cachedLists({ database, ranking }: Databases, seconds: number) {
  const fresh = freshLists(ranking)
  const loadFields = batchCache<number, string>(seconds, 10_000)
  const loadBest = batchCache<string, Ranked[]>(seconds, 5_000)
  return {
    async nearBy(question: NearBy, cursor?: string) {
      const { point, distanceMiles: miles, ...filters } = question
      if (cursor || question.trendingSince !== null) return fresh.nearBy(question, cursor)
      const prefix = JSON.stringify(Object.values(filters))
      const keys = cellsTouching(point, miles, 5).map((cell) => prefix + cell)
      const lists = await loadBest(keys, (missing) => {
        const cells = missing.map((key) => key.slice(prefix.length))
        return bestOfCells(ranking, question, cells, bestOfCell, prefix)
      })
      const items = mergeBest(lists, (item) => milesBetween(point, item) <= miles)
      const next = items[pageSize]
      // A cell that has more items than are remembered matters if the page goes on behind them.
      const decides = (list: Ranked[] = []) =>
        list.length < bestOfCell || (next && byRank(next, list.at(-1)!) <= 0)
      return lists.every(decides) ? pageOf(items, pageSize) : fresh.nearBy(question)
    },
    async top(question: RankingQuery, cursor?: string) {
      const { point, distanceMiles: miles, ...filters } = question
      if (cursor || question.trendingSince !== null) return fresh.top(question, cursor)
      const key = JSON.stringify(Object.values(filters))
      const [best = []] = await loadBest([key], async () => {
        const { items } = await rankTop(ranking, { ...question, point: null }, undefined, bestOfAll)
        return new Map([[key, items]])
      })
      const items = mergeBest([best], (item) => !point || milesBetween(point, item) > miles)
      const isDecided = items.length > pageSize || best.length < bestOfAll
      return isDecided ? pageOf(items, pageSize) : fresh.top(question)
    },
    /** Returns the JSON of the fields of visitors' cards but `distanceMiles`, each behind a comma. */
    cardFields: (ids: number[]) => loadFields(ids, (missing) => loadCardFields(database, missing)),
  }
}

async function loadCardFields(database: Database, ids: number[]): Promise<Map<number, string>> {
  const cards = await loadCards(database, ids, null)
  const fieldsOf = (card: Card) =>
    Object.entries(card).map(([name, value]) =>
      name === 'distanceMiles' ? '' : `,"${name}":${JSON.stringify(value)}`,
    )
  return new Map(cards.map((card) => [card.id, fieldsOf(card).join('')]))
}

/** Merges lists that are sorted by rank into the best that fit: a page and one more. */
function mergeBest(lists: (Ranked[] | undefined)[], fits: (item: Ranked) => boolean): Ranked[] {
  const rest = lists.flatMap((list) => (list?.length ? [{ list, at: 0 }] : []))
  const best: Ranked[] = []
  while (best.length <= pageSize && rest.length > 0) {
    const first = rest.reduce((a, b) => (byRank(b.list[b.at]!, a.list[a.at]!) < 0 ? b : a))
    const item = first.list[first.at]!
    if (fits(item)) best.push(item)
    first.at += 1
    if (first.at === first.list.length) rest.splice(rest.indexOf(first), 1)
  }
  return best
}

/** Compares as `rankOrderSql` does. Times are text in UTC, of which the later is the greater. */
function byRank(a: Ranked, b: Ranked): number {
  const byCounts = b.upvote_count - a.upvote_count || b.yolo_count - a.yolo_count
  return byCounts || Number(b.newest > a.newest) - Number(b.newest < a.newest) || a.id - b.id
}
