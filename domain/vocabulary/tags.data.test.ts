import { expect, test } from 'vitest'
import { categories } from './categories.ts'
import { tagColumns, tags, tagsOf } from './tags.data.ts'

const idsOf = (list: readonly { id: number }[]) => list.map(({ id }) => id)
const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, i) => from + i)

test('tags are 1 to 151, each once', () => {
  expect(idsOf(tags)).toEqual(range(1, 151))
})

test('a name stands once in a category', () => {
  const seen = tags.map((tag) => `${tag.category} ${tag.name.toLowerCase()}`)
  expect(new Set(seen).size).toBe(151)
})

// Saved yolos refer to these ids, so a change here would relabel what members chose.
test('ranges by category never move', () => {
  const ranges = Object.fromEntries(
    categories
      .filter((category) => category.hasTags)
      .map(({ id }) => [id, [tagsOf(id)[0]?.id, tagsOf(id).at(-1)?.id, tagsOf(id).length]]),
  )
  expect(ranges).toEqual({
    1: [1, 22, 22],
    2: [23, 34, 12],
    3: [35, 44, 10],
    4: [45, 54, 10],
    5: [55, 63, 9],
    6: [64, 72, 9],
    7: [73, 81, 9],
    13: [82, 91, 10],
    14: [92, 151, 60],
  })
})

test('drinks have no tags', () => {
  for (const { id, hasTags } of categories) expect(tagsOf(id).length > 0).toBe(hasTags)
})

test('low sodium can be chosen in most categories', () => {
  const withIt = tags.filter((tag) => tag.name === 'Low sodium')
  expect(withIt.map((tag) => tag.category)).toEqual([1, 2, 3, 4, 5, 7, 13, 14])
})

test('fast food’s columns are chains, then kinds', () => {
  expect(tagColumns(14).map(idsOf)).toEqual([range(92, 122), range(123, 151)])
})

test('other columns are halves, the first the longer', () => {
  expect(tagColumns(1).map(idsOf)).toEqual([range(1, 11), range(12, 22)])
  expect(tagColumns(5).map(idsOf)).toEqual([range(55, 59), range(60, 63)])
  expect(tagColumns(8)).toEqual([[], []])
})
