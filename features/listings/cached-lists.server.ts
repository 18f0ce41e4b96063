import { LRUCache } from 'lru-cache'
import { cellsTouching } from '#domain/position/distance.ts'
import { milesBetween, type Point } from '#domain/position/miles.ts'
import { loadCards } from '#features/items/cards.server.ts'
import type { Card } from '#features/items/contract.ts'
import type { Services } from '#platform/server/services.ts'
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

/** Where an answer's lists come from. */
export type Lists = {
  nearBy(question: RankingQuery & { point: Point }, cursor?: string): Promise<RankedPage>
  top(question: RankingQuery, cursor?: string): Promise<RankedPage>
  /** Returns visitors' cards without their distances. */
  cards(ids: number[]): Promise<(Card | undefined)[]>
}
type Databases = Pick<Services, 'database' | 'ranking'>

/** Lists that are read from the database each time. */
export const freshLists = ({ database, ranking }: Databases): Lists => ({
  nearBy: (question, cursor) => rankNearBy(ranking, question, cursor),
  top: (question, cursor) => rankTop(ranking, question, cursor),
  async cards(ids) {
    const cards = await cardsById(database, ids)
    return ids.map((id) => cards.get(id))
  },
})

const cardsById = async (database: Services['database'], ids: number[]) =>
  new Map((await loadCards(database, ids, null)).map((card) => [card.id, card]))

/** How many of a cell's best items, and of the best anywhere, are remembered. */
const [bestOfCell, bestOfAll] = [30, 200]

/**
 * Lists for visitors at many different points: the best items of each cell and the cards are remembered for a few seconds.
 * Where these items don't decide, the database ranks.
 */
export function cachedLists(databases: Databases, seconds: number): Lists {
  const { database, ranking } = databases
  const fresh = freshLists(databases)
  const loadBest = batchCache<string, Ranked[]>(seconds, 5_000)
  const loadCard = batchCache<number, Card>(seconds, 10_000)
  return {
    async nearBy(question, cursor) {
      const { point, distanceMiles: miles, ...filters } = question
      if (cursor || question.trendingSince !== null) return fresh.nearBy(question, cursor)
      const prefix = JSON.stringify(filters)
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
    async top(question, cursor) {
      const { point, distanceMiles: miles, ...filters } = question
      if (cursor || question.trendingSince !== null) return fresh.top(question, cursor)
      const [best = []] = await loadBest([JSON.stringify(filters)], async ([key]) => {
        const { items } = await rankTop(ranking, { ...question, point: null }, undefined, bestOfAll)
        return new Map([[key!, items]])
      })
      const items = mergeBest([best], (item) => !point || milesBetween(point, item) > miles)
      const isDecided = items.length > pageSize || best.length < bestOfAll
      return isDecided ? pageOf(items, pageSize) : fresh.top(question)
    },
    cards: (ids) => loadCard(ids, (missing) => cardsById(database, missing)),
  }
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

/** Remembers values by key for a few seconds. Those that are missing are loaded together, and only once. */
function batchCache<K extends string | number, V>(seconds: number, max: number) {
  const values = new LRUCache<K, Promise<V | undefined>>({ max, ttl: seconds * 1_000 })
  return (keys: K[], load: (missing: K[]) => Promise<Map<K, V>>): Promise<(V | undefined)[]> => {
    const found = new Map(keys.map((key) => [key, values.get(key)]))
    const missing = keys.filter((key) => !found.get(key))
    if (missing.length > 0) {
      const loading = load(missing)
      for (const key of missing) {
        const value = loading.then((all) => all.get(key))
        found.set(key, value)
        values.set(key, value)
        value.catch(() => values.delete(key))
      }
    }
    return Promise.all(keys.map((key) => found.get(key)))
  }
}
