import { expect, test } from 'vitest'
import { pack, unpack } from './packed.ts'

const there = (value: unknown) => unpack(JSON.parse(JSON.stringify(pack(value))) as never)

test('what is packed comes out as it was, whatever its shape', () => {
  const values = [
    null,
    'text',
    [],
    {},
    [[], [-1], [0, 1], { list: [{}, [{ a: null }]] }],
    {
      cards: [
        { id: 1, tags: [35], photo: null },
        { id: 2, tags: [], photo: { id: 1 } },
      ],
    },
    {
      error: null,
      __proto__key: 1,
      same: [
        { a: 1, b: [2] },
        { a: 1, b: [2] },
      ],
    },
    {
      'a","b': 1,
      inner: [
        { a: 1, b: 2 },
        { b: 2, a: 1 },
      ],
    },
  ]
  for (const value of values) expect(there(value)).toEqual(value)
})

test('keys, and what is the same in all objects of a kind, stand once', () => {
  const cards = Array.from({ length: 50 }, (_, id) => ({ id, upvoted: false, reported: [] }))
  const text = JSON.stringify(pack({ cards }))
  expect(text.match(/upvoted|reported|false/g)).toHaveLength(3)
  expect(text.length).toBeLessThan(JSON.stringify({ cards }).length / 3)
})

test('what stood there once is not one thing for all that it is read into', () => {
  const { cards } = there({ cards: [{ reported: [] }, { reported: [] }] }) as {
    cards: { reported: unknown[] }[]
  }
  cards[0]!.reported.push(1)
  expect(cards[1]!.reported).toEqual([])
})
