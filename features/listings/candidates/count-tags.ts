import { tagsOf } from '#domain/vocabulary/tags.data.ts'
import type { Wanted } from './filter.ts'
import type { RankedList } from './ranked-list.ts'

/** How many of the wanted items of these lists have each tag of the category. */
export function countTags(lists: RankedList[], category: number, wanted: Wanted) {
  const counts = new Int32Array(64)
  for (const list of lists)
    for (let at = 0; at < list.length; at++) {
      const [low, high] = [list.tagsLow(at), list.tagsHigh(at)]
      if ((low | high) === 0 || !wanted(list, at)) continue
      for (let bits = low; bits !== 0; bits &= bits - 1) counts[31 - Math.clz32(bits & -bits)]!++
      for (let bits = high; bits !== 0; bits &= bits - 1) counts[63 - Math.clz32(bits & -bits)]!++
    }
  return new Map(tagsOf(category).map(({ id }, bit) => [id, counts[bit]!]))
}
