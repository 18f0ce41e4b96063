import { expect, it } from 'vitest'
import {
  honestChances,
  poissonBinomialMedian,
  poissonQuantile,
  type MannerOfJoining,
} from './mixture.ts'
import { likelyHonestMembers } from '../worst.ts'

const minute = 60
/** A guest: votes at the table, at noon or in the evening, and verifies at home or never. */
const guest = (n: number): MannerOfJoining => ({
  toAct: (1 + (n % 12)) * minute,
  toVerify: n % 7 === 0 ? null : (20 + 40 * (n % 9)) * minute,
  hour: n % 3 === 0 ? 13 : 18 + (n % 4),
  did: n % 3 === 1 ? 'favourite' : 'vote',
})
/** An account of a drip: is verified at once and votes at any hour, whenever its turn comes. */
const drip = (n: number): MannerOfJoining => ({
  toAct: ((n * 37) % 100) * 20 * minute,
  toVerify: (n % 10) * 30,
  hour: n % 24,
  did: 'vote',
})
const many = (count: number, of: (n: number) => MannerOfJoining) =>
  Array.from({ length: count }, (_, n) => of(n))
const sum = (numbers: number[]) => numbers.reduce((a, b) => a + b, 0)
const neighbours = many(500, guest)

it('the few guests among a thousand of a drip are told from it by how they came', async () => {
  const chances = await honestChances([...many(1_000, drip), ...many(3, guest)], neighbours, 1)
  for (const chance of chances.slice(1_000)) expect(chance).toBeGreaterThan(0.9)
  expect(sum(chances.slice(0, 1_000))).toBeLessThan(0.5)
  expect(await poissonBinomialMedian(chances, 10)).toBe(3)
})

it('where none of a drip came as guests do, there are none, however many would be usual', async () => {
  const chances = await honestChances(many(1_000, drip), neighbours, 3)
  expect(await poissonBinomialMedian(chances, 10)).toBe(0)
})

it('a drip in the guests’ own manner says nothing: as many as would be usual are left', async () => {
  const chances = await honestChances(many(600, guest), neighbours, 4)
  expect(sum(chances)).toBeGreaterThan(3)
  expect(sum(chances)).toBeLessThan(5)
  expect(Math.max(...chances)).toBeLessThan(0.05)
})

it('nor do part of its accounts gain by it: where they are more than chance would bring, as many as would be usual are left', async () => {
  const mixed = [...many(700, drip), ...many(300, guest)]
  const members = mixed.map((_, id) => ({ id, held: false }))
  const chances = await honestChances(mixed, neighbours, 1)
  expect(
    await likelyHonestMembers(members, chances, { usual: 1, most: poissonQuantile(1, 0.01) }),
  ).toHaveLength(1)
})

it('where nobody is expected nobody is honest, and nobody is nobody', async () => {
  expect(await honestChances(many(3, drip), neighbours, 0)).toEqual([0, 0, 0])
  expect(await honestChances([], neighbours, 1)).toEqual([])
})

it('the median of a count is of its chances, and never beyond what is allowed', async () => {
  expect(await poissonBinomialMedian([1, 1, 0.9, 0.2, 0.1], 5)).toBe(3)
  expect(await poissonBinomialMedian([0.1, 0.1, 0.1], 5)).toBe(0)
  expect(await poissonBinomialMedian([1, 1, 1], 2)).toBe(2)
  expect(await poissonBinomialMedian([], 0)).toBe(0)
})

it('more than Poisson’s upper quantile come seldom', () => {
  // If one is expected, P(X > 4) is 0.0037 and P(X > 3) is 0.019.
  expect(poissonQuantile(1, 0.01)).toBe(4)
  expect(poissonQuantile(0, 0.01)).toBe(0)
  expect(poissonQuantile(1_000, 0.01)).toBe(1_074)
})

it('of two as likely who isn’t held is left out of a drip, so it is the same each time', async () => {
  const members = [1, 2, 3, 4].map((id) => ({ id, held: id < 3 }))
  expect(await likelyHonestMembers(members, [0.5, 0.5, 0.5, 0.5], { usual: 1, most: 9 })).toEqual([
    3, 4,
  ])
  expect(await likelyHonestMembers(members, [0.9, 0, 0, 0.8], { usual: 1, most: 9 })).toEqual([
    1, 4,
  ])
})
