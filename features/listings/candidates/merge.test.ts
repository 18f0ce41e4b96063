import { afterEach, expect, it, vi } from 'vitest'
import { pauses } from '#platform/server/pauses.ts'
import { mergeRanked } from './merge.ts'
import { RankedList, type Candidate } from './ranked-list.ts'

afterEach(() => vi.restoreAllMocks())

/** Item `id` has `-id` upvotes, so that items rank by their ids. */
const candidate = (id: number): Candidate => ({
  id,
  upvotes: -id,
  yolos: 0,
  newest: 0,
  latitude: 0,
  longitude: 0,
  tagsLow: 0,
  tagsHigh: 0,
  price: 0,
  trending: 0,
})
const from = (first: number, step: number, count: number) =>
  Array.from({ length: count }, (_, n) => candidate(first + n * step))
const listOf = (rows: Candidate[], max = 10_000) => new RankedList(rows, { max, category: 3 })
const idsOf = async (...asked: Parameters<typeof mergeRanked>) => {
  const { items, ...rest } = await mergeRanked(...asked)
  return { ids: items.map(({ id }) => id), ...rest }
}
const everyThousandth = (list: RankedList, at: number) => list.id(at) % 1_000 === 0

it('goes on after a pause with the lists as they are then', async () => {
  vi.spyOn(pauses, 'isDue').mockReturnValue(true)
  const lists = [listOf(from(1, 2, 5_000)), listOf(from(2, 2, 5_000)), listOf([])]
  let turn = 0
  vi.spyOn(pauses, 'pause').mockImplementation(async () => {
    if (++turn > 1) return
    // What the merge is past moves by one, what is still to come gets one more and loses one.
    lists[1]!.remove(2)
    lists[0]!.remove(9_001)
    lists[1]!.remove(9_000)
    lists[2]!.insert(candidate(9_500))
  })
  const wanted = (list: RankedList, at: number) =>
    everyThousandth(list, at) || [1, 9_001, 9_500].includes(list.id(at))
  expect(await idsOf(lists, { after: null, count: 50, wanted })).toEqual({
    ids: [1, 1_000, 2_000, 3_000, 4_000, 5_000, 6_000, 7_000, 8_000, 9_500, 10_000],
    more: false,
    complete: true,
  })
  expect(turn).toBeGreaterThan(5)
})

it('asks for no more than a list that is cut off has, where what is wanted comes before its end', async () => {
  const cutOff = listOf(from(1, 1, 30), 20)
  const other = listOf(from(1_000, 1_000, 3))
  const wanted = (list: RankedList, at: number) => list === other || list.id(at) === 1
  const options = { after: null, wanted }
  expect(await idsOf([cutOff, other], { ...options, count: 1 })).toMatchObject({ complete: false })
  const better = listOf(from(-5, 1, 3))
  expect(
    await idsOf([cutOff, better], { after: null, count: 2, wanted: (list) => list === better }),
  ).toEqual({ ids: [-5, -4], more: true, complete: true })
  const middle = listOf([candidate(10), candidate(11)])
  expect(
    await idsOf([cutOff, middle], { after: null, count: 1, wanted: (list) => list === middle }),
  ).toEqual({ ids: [10], more: true, complete: true })
})
