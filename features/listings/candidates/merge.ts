import { pauses } from '#platform/server/pauses.ts'
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

/**
 * Maximum number of unwanted items of a list that are skipped at once, without comparing them with other lists. An
 * eighth of those that were unwanted so far are, because a usual page is full long before it would come to them.
 */
const longestSkip = 64
/** Number of items after which the merge checks whether a pause is due. A usual page needs fewer. */
const checkedEvery = 1_024

/**
 * Merges ranked lists and returns the best `count` wanted items. An item that is in two lists is returned once. Where
 * few items are wanted it pauses now and then, and goes on with the lists as they are then.
 */
export async function mergeRanked(
  lists: RankedList[],
  { after, count, wanted, ignoreTruncation }: Options,
): Promise<MergedPage> {
  const isCutOff = (list: RankedList) => !list.complete && !ignoreTruncation
  const heads = headsOf(lists, after, isCutOff)
  const { heap, places } = heads
  const items: MergedPage['items'] = []
  let seen = -1
  let looked = 0
  let unwanted = 0
  while (heads.isComplete() && heap.length > 0) {
    const n = heap[0]!
    const list = lists[n]!
    const at = places[n]!
    const id = list.id(at)
    let next = at + 1
    if (id !== seen) {
      if (wanted(list, at)) {
        if (items.length === count) return { items, more: true, complete: true }
        const position = list.position(at)
        items.push({ id, latitude: list.latitude(at), longitude: list.longitude(at), position })
      } else {
        // The last item of a list that is cut off waits for its turn, because only then something may be missing.
        const skip = Math.min(longestSkip, unwanted >> 3)
        const end = Math.min(next + skip, list.length - (isCutOff(list) ? 1 : 0))
        while (next < end && !wanted(list, next)) next++
        unwanted += next - at
      }
    }
    seen = id
    looked += next - at
    heads.advance(next)
    if (looked < checkedEvery) continue
    looked = 0
    if (pauses.isDue()) await heads.pause()
  }
  return { items, more: false, complete: heads.isComplete() }
}

/** Returns the next item of each list (`places`), and a heap of the lists' numbers, in which the best item is first. */
function headsOf(
  lists: RankedList[],
  after: CandidatePosition | null,
  isCutOff: (list: RankedList) => boolean,
) {
  /** The last item of each list before the last pause, and the places after it. */
  const last = lists.map(() => after)
  const first = lists.map((list) => (after ? list.indexAfter(after) : 0))
  const places = [...first]
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
  function fill() {
    heap.length = 0
    lists.forEach((list, n) => {
      if (places[n]! < list.length) heap.push(n)
      else if (isCutOff(list)) complete = false
    })
    for (let at = (heap.length >>> 1) - 1; at >= 0; at--) sift(at)
  }
  fill()

  return {
    heap,
    places,
    /** False once a list that is cut off has ended. */
    isComplete: () => complete,
    /** Goes on in the best item's list, at this place. */
    advance(next: number) {
      const n = heap[0]!
      places[n] = next
      if (next < lists[n]!.length) return sift(0)
      if (isCutOff(lists[n]!)) complete = false
      const end = heap.pop()!
      if (heap.length === 0) return
      heap[0] = end
      sift(0)
    },
    async pause() {
      lists.forEach((list, n) => {
        if (places[n]! > first[n]!) last[n] = list.position(places[n]! - 1)
      })
      await pauses.pause()
      lists.forEach((list, n) => {
        places[n] = first[n] = last[n] ? list.indexAfter(last[n]) : 0
      })
      fill()
    },
  }
}

type Lists = { usual: RankedList[]; trending: RankedList[] }

/**
 * Like `mergeRanked`, but with the trending items first, most trending first, and then all others in their usual order.
 */
export async function mergeTrending(
  { usual, trending }: Lists,
  options: Options,
): Promise<MergedPage> {
  const { after, count, wanted } = options
  const behind = after && after.trending === 0 ? after : null
  const first: MergedPage = behind
    ? { items: [], more: false, complete: true }
    : await mergeRanked(trending, options)
  if (first.more || !first.complete) return first
  const rest = await mergeRanked(usual, {
    ...options,
    after: behind,
    count: count - first.items.length,
    wanted: (list, at) => !list.trends(at) && wanted(list, at),
  })
  return { ...rest, items: [...first.items, ...rest.items] }
}
