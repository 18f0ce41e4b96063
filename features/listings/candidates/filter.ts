import { bitsOf } from './tag-bits.ts'
import type { Question } from '../ranking.server.ts'
import type { RankedList } from './ranked-list.ts'

export type Wanted = (list: RankedList, at: number) => boolean

/** Whether an item of a list has one of these tags and one of these prices; always, where none is asked for. */
export function filterOf({ categories, tags, prices }: Question): Wanted {
  const ofPrice = prices.reduce((bits, price) => bits | (1 << price), 0)
  const hasPrice: Wanted = (list, at) => list.hasPrice(at, ofPrice)
  if (tags.length === 0) return prices.length === 0 ? () => true : hasPrice
  const bits = new Map(categories.map((category) => [category, bitsOf(category, tags)]))
  const [only] = bits.values()
  const hasTag: Wanted =
    bits.size === 1
      ? (list, at) => list.hasTag(at, only![0], only![1])
      : (list, at) => list.hasTag(at, ...bits.get(list.category)!)
  return prices.length === 0 ? hasTag : (list, at) => hasTag(list, at) && hasPrice(list, at)
}
