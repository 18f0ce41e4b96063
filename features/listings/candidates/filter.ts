import { tagsOf } from '#domain/vocabulary/tags.data.ts'
import { pauses } from '#platform/server/pauses.ts'
import type { RankingQuery } from '../ranking.server.ts'
import type { RankedList } from './ranked-list.ts'

export type ItemFilter = (list: RankedList, at: number) => boolean

/**
 * Returns a predicate that is true if an item of a list has one of the tags and one of the prices. An empty filter
 * accepts every item.
 */
export function createItemFilter({
  categories,
  tags,
  prices,
}: Pick<RankingQuery, 'categories' | 'tags' | 'prices'>): ItemFilter {
  const ofPrice = prices.reduce((bits, price) => bits | (1 << price), 0)
  const hasPrice: ItemFilter = (list, at) => list.hasPrice(at, ofPrice)
  if (tags.length === 0) return prices.length === 0 ? () => true : hasPrice
  const bits = new Map(categories.map((category) => [category, tagBits(category, tags)]))
  const [only] = bits.values()
  const hasTag: ItemFilter =
    bits.size === 1
      ? (list, at) => list.hasTag(at, only![0], only![1])
      : (list, at) => list.hasTag(at, ...bits.get(list.category)!)
  return prices.length === 0 ? hasTag : (list, at) => hasTag(list, at) && hasPrice(list, at)
}

/** Counts the wanted items of these lists, per tag of the category. */
export async function countTags(lists: RankedList[], category: number, wanted: ItemFilter) {
  const counts = new Int32Array(64)
  for (const list of lists) {
    if (pauses.isDue()) await pauses.pause()
    for (let at = 0; at < list.length; at++) {
      const [low, high] = [list.tagsLow(at), list.tagsHigh(at)]
      if ((low | high) === 0 || !wanted(list, at)) continue
      for (let bits = low; bits !== 0; bits &= bits - 1) counts[31 - Math.clz32(bits & -bits)]!++
      for (let bits = high; bits !== 0; bits &= bits - 1) counts[63 - Math.clz32(bits & -bits)]!++
    }
  }
  return new Map(tagsOf(category).map(({ id }, bit) => [id, counts[bit]!]))
}

/**
 * Returns these tags as bits, [low, high]. A tag's bit is its index among the category's tags. Tags of other categories
 * are ignored.
 */
export function tagBits(category: number, tags: number[]): [low: number, high: number] {
  let [low, high] = [0, 0]
  const all = tagsOf(category)
  for (const tag of tags) {
    const at = all.findIndex(({ id }) => id === tag)
    if (at >= 0 && at < 32) low |= 1 << at
    else if (at >= 32) high |= 1 << (at - 32)
  }
  return [low, high]
}
