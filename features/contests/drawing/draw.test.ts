import { createHash } from 'node:crypto'
import { describe, expect, it, test } from 'vitest'
import { browserSha256 } from './browser-sha256.ts'
import { checkDrawing, drawingHashInput, winningIndex, type PublishedDrawing } from './draw.ts'
import { sha256 as serverSha256 } from './drawing.server.ts'

const seed = '000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f'
const entries = [3, 8, 9, 20, 31, 32, 77]
const listHash = createHash('sha256').update('3,8,9,20,31,32,77').digest('hex')

/** Computed by hand from the rule, without the product's code, in the way of Python's hashlib and int(…, 16). */
const vectors = [
  { contestId: 7, beacon: null, redraw: 0, text: `${seed}:7:${listHash}` },
  { contestId: 7, beacon: null, redraw: 1, text: `${seed}:7:${listHash}:1` },
  { contestId: 7, beacon: '12 34 56', redraw: 0, text: `${seed}:7:${listHash}:12 34 56` },
  { contestId: 7, beacon: '12 34 56', redraw: 2, text: `${seed}:7:${listHash}:12 34 56:2` },
]

test('the list’s hash is that of its numbers joined by commas', () => {
  expect(listHash).toBe('239cc4150236a776ac1e601050cadf9d53a7554bb812928e70cb845ab7987a9a')
})

describe.each([
  ['the server', serverSha256],
  ['the browser', browserSha256],
] as const)('%s', (_, sha256) => {
  it.each(vectors)('hashes seed, contest, list$beacon$redraw as the rule says', async (vector) => {
    expect(drawingHashInput({ seed, listHash, ...vector })).toBe(vector.text)
  })

  it.each([
    [0, 5],
    [1, 6],
    [2, 3],
    [3, 6],
  ])('draws the same entries as anyone who follows the rule: vector %i', async (n, place) => {
    expect(await winningIndex(entries.length, { seed, listHash, ...vectors[n]! }, sha256)).toBe(
      place,
    )
  })

  it('finds a drawing right, and every change to what was published wrong', async () => {
    const draws = [
      { k: 0, entry: entries[5]!, beacon: null },
      { k: 1, entry: entries[6]!, beacon: null },
    ]
    const right: PublishedDrawing = {
      id: 7,
      seed,
      seedHash: createHash('sha256').update(seed).digest('hex'),
      entries,
      listHash,
      beacon: null,
      draws,
    }
    expect(await checkDrawing(right, sha256)).toBe(6 + 1)
    expect(await checkDrawing({ ...right, draws: draws.slice(0, 1) }, sha256)).toBe(5 + 1)
    const wrong: Partial<PublishedDrawing>[] = [
      { id: 8 },
      { seed: seed.replace('00', '01') },
      { seedHash: listHash },
      { entries: [...entries, 78] },
      {
        entries: entries.toReversed(),
        listHash: createHash('sha256').update('77,32,31,20,9,8,3').digest('hex'),
      },
      { listHash: seed },
      { beacon: '' },
      { draws: [] },
      { draws: [{ k: 0, entry: 3 + entries[5]!, beacon: null }] },
      { draws: draws.map((one) => ({ ...one, beacon: one.k ? 'y' : null })) },
      { draws: draws.slice(1) },
    ]
    for (const change of wrong)
      expect(await checkDrawing({ ...right, ...change }, sha256)).toBeNull()
  })
})
