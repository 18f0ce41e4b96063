import type { CandidatePosition, RankedList } from './ranked-list.ts'

export type MergedPage = {
  items: { id: number; latitude: number; longitude: number; position: CandidatePosition }[]
  /** True if there are more items after the last one. */
  more: boolean
  /** False if a truncated list ended before enough items were found, so that the database must answer. */
  complete: boolean
}

type Options = {
  after: CandidatePosition | null
  count: number
  wanted(list: RankedList, at: number): boolean
  /** True if items after the end of a truncated list are ignored. */
  ignoreTruncation?: boolean
}

/** Merges ranked lists and returns the best `count` wanted items. An item that is in two lists is returned once. */
export function mergeRanked(
  lists: RankedList[],
  { after, count, wanted, ignoreTruncation }: Options,
): MergedPage {
  const places = lists.map((list) => (after ? list.indexAfter(after) : 0))
  const heap: number[] = []
  const before = (a: number, b: number) => lists[a]!.compare(places[a]!, lists[b]!, places[b]!) < 0

  function sift(from: number) {
    let at = from
    const moved = heap[at]!
    for (;;) {
      let child = 2 * at + 1
      if (child >= heap.length) break
      if (child + 1 < heap.length && before(heap[child + 1]!, heap[child]!)) child++
      if (!before(heap[child]!, moved)) break
      heap[at] = heap[child]!
      at = child
    }
    heap[at] = moved
  }

  let complete = true
  lists.forEach((list, n) => {
    if (places[n]! < list.length) heap.push(n)
    else if (!list.complete && !ignoreTruncation) complete = false
  })
  for (let at = (heap.length >>> 1) - 1; at >= 0; at--) sift(at)

  const items: MergedPage['items'] = []
  let seen = -1
  while (complete && heap.length > 0) {
    const n = heap[0]!
    const list = lists[n]!
    const at = places[n]!
    const id = list.id(at)
    if (id !== seen && wanted(list, at)) {
      if (items.length === count) return { items, more: true, complete }
      const position = list.position(at)
      items.push({ id, latitude: list.latitude(at), longitude: list.longitude(at), position })
    }
    seen = id
    places[n] = at + 1
    if (at + 1 < list.length) sift(0)
    else if (!list.complete && !ignoreTruncation) complete = false
    else {
      const end = heap.pop()!
      if (heap.length > 0) {
        heap[0] = end
        sift(0)
      }
    }
  }
  return { items, more: false, complete }
}

type Lists = { usual: RankedList[]; trending: RankedList[] }

/**
 * Like `mergeRanked`, but with the trending items first, most trending first, and then all others in their usual order.
 */
export function mergeTrending({ usual, trending }: Lists, options: Options): MergedPage {
  const { after, count, wanted } = options
  const behind = after && after.trending === 0 ? after : null
  const first: MergedPage = behind
    ? { items: [], more: false, complete: true }
    : mergeRanked(trending, options)
  if (first.more || !first.complete) return first
  const rest = mergeRanked(usual, {
    ...options,
    after: behind,
    count: count - first.items.length,
    wanted: (list, at) => !list.trends(at) && wanted(list, at),
  })
  return { ...rest, items: [...first.items, ...rest.items] }
}
