import { expect, it } from 'vitest'
import { type MemberVotes, membersWithoutForerunner } from './forerunners.ts'

let seed = 1
/** Returns a number from 0 to `below` - 1 (Lehmer's generator), the same ones each time. */
const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below

const some = (count: number, below: number) =>
  [...new Set(Array.from({ length: count }, () => random(below)))].slice(0, count)

function member(id: number): MemberVotes {
  const items = some(12, 16)
  return {
    id,
    items,
    times: items.map(() => random(40)),
    withdrawn: some(random(5), 16),
    hasMore: random(4) === 0,
    verified: random(3) > 0,
  }
}

/** What `membersWithoutForerunner` returns, written as its description says it. */
function isForerunner(other: MemberVotes, one: MemberVotes): boolean {
  if (other.id === one.id || (one.verified && !other.verified)) return false
  if (!one.hasMore && other.hasMore) return false
  const theirs = new Set([...other.items, ...(one.hasMore ? [] : other.withdrawn)])
  const both = one.items.filter((item) => theirs.has(item))
  if (both.length < 0.5 * new Set([...theirs, ...one.items]).size) return false
  const at = (of: MemberVotes, item: number) => of.times[of.items.indexOf(item)] ?? Infinity
  const before = both.filter(
    (item) =>
      at(other, item) < at(one, item) || (at(other, item) === at(one, item) && other.id < one.id),
  )
  return before.length * 2 >= both.length
}

it('returns exactly those whom nobody else in the cluster preceded', async () => {
  for (let round = 0; round < 100; round++) {
    const cluster = Array.from({ length: 2 + random(12) }, (_, n) => member(n))
    const found = cluster.filter((one) => !cluster.some((other) => isForerunner(other, one)))
    expect(await membersWithoutForerunner(cluster)).toEqual(found.map(({ id }) => id))
  }
})

/** Creates a cluster of members who all vote for the same, in the order of `placeOf` but for their first dish. */
const alike = (size: number, placeOf: (id: number) => number): MemberVotes[] =>
  Array.from({ length: size }, (_, id) => ({
    id,
    items: [1, 2, 3, 4, 5, 6],
    withdrawn: [],
    hasMore: false,
    verified: true,
    times: [id, ...[2, 3, 4, 5, 6].map((item) => 10_000 * item + placeOf(id))],
  }))

it.each([
  ['the first to join', (id: number) => id, 0],
  ['the last to join', (id: number) => -id, 1_999],
  ['one of those between', (id: number) => Math.abs(id - 777), 777],
])(
  'of a cluster too large to compare all with all, it finds that one alone: %s',
  async (...given) => {
    const [, placeOf, first] = given
    expect(await membersWithoutForerunner(alike(2_000, placeOf))).toEqual([first])
  },
)

it('those with whom a large cluster is compared can’t hide that the others copied each other', async () => {
  // A thousand who vote alike, among two thousand of whom each votes for other dishes.
  const others = Array.from({ length: 2_000 }, (_, n): MemberVotes => ({
    id: 1_000 + n,
    items: [10, 11, 12, 13, 14, 15].map((item) => item + 6 * n),
    times: [1, 2, 3, 4, 5, 6],
    withdrawn: [],
    hasMore: false,
    verified: true,
  }))
  const found = await membersWithoutForerunner([...alike(1_000, (id) => -id), ...others])
  expect(found).toEqual([999, ...others.map(({ id }) => id)])
})
