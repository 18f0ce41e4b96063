import { expect, it } from 'vitest'
import { crowds, reporterCrowds } from '../lines.data.ts'
import { scoreCluster } from '../score.ts'
import { alikeSignal, expectedSharedVotes, isAlike, sameOrderShare, sharedVotes } from './alike.ts'
import { burstsIn, paceSignal } from './pace.ts'
import {
  logBinomialTail,
  networkSignal,
  newcomersSignal,
  noReturnSignal,
  ringSignal,
} from './signals.ts'

const hour = 3_600
const every = (count: number, seconds: number, from = 0) =>
  Array.from({ length: count }, (_, n) => from + n * seconds)

it('a thousand in a night are a burst, the guests of an evening are none', () => {
  expect(paceSignal(every(1_000, 25), crowds).strength).toBe(1)
  expect(paceSignal(every(40, 360), crowds).strength).toBe(0)
  expect(paceSignal([], crowds).strength).toBe(0)
  expect(burstsIn([], crowds)).toEqual([])
})

it('who came within a day of a burst is told apart from who came in it', () => {
  const [before, near, burst] = [[0], [30 * 24 * hour - 12 * hour], every(100, 20, 30 * 24 * hour)]
  const inside = Array.from({ length: 100 }, (_, n) => n + 2)
  expect(burstsIn([...before, ...near, ...burst], crowds)).toEqual([
    { strength: 1, inside, near: [1] },
  ])
})

it('each burst is judged by itself, whatever came before or after', () => {
  const month = 30 * 24 * hour
  // A crowd of ten minutes, a class an hour later, and a crowd of a day a month later.
  const moments = [...every(40, 10), ...every(20, 20, 2 * hour), ...every(240, 300, month)]
  const found = burstsIn(moments, crowds)
  expect(found.map(({ inside }) => inside.length)).toEqual([40, 240, 20])
  expect(found.map(({ strength }) => strength >= 0.81)).toEqual([true, true, false])
})

it('where many come every day, more make no burst', () => {
  const rush = every(60, 60)
  expect(paceSignal(rush, crowds).strength).toBeGreaterThan(0.5)
  expect(paceSignal(rush, crowds, 400).strength).toBe(0)
})

it('few false reports are a burst already', () => {
  expect(paceSignal(every(10, hour), reporterCrowds).strength).toBe(1)
  expect(paceSignal(every(3, hour), reporterCrowds).strength).toBe(0)
})

it('newcomers are in excess where no members came along', () => {
  expect(newcomersSignal(100, 2, 0.2).strength).toBeCloseTo(0.995)
  expect(newcomersSignal(100, 1, 0.2).words).toContain('beside 1 other; none would be usual')
  expect(newcomersSignal(25, 100, 0.2).strength).toBe(0)
  // If nine in ten are newcomers everywhere, nine in ten here say nothing.
  expect(newcomersSignal(90, 10, 0.9).strength).toBeCloseTo(0)
})

it('nobody of a hundred coming back is no chance, a third is', () => {
  expect(noReturnSignal(100, 0, 0.4).strength).toBe(1)
  expect(noReturnSignal(100, 35, 0.4).strength).toBeCloseTo(0)
  expect(noReturnSignal(5, 0, 0.4).strength).toBeLessThan(0.2)
})

it('the lower tail is the binomial’s, also where it is no number any more', () => {
  expect(10 ** logBinomialTail(0, 3, 0.5)).toBeCloseTo(0.125)
  expect(10 ** logBinomialTail(1, 3, 0.5)).toBeCloseTo(0.5)
  expect(logBinomialTail(0, 10_000, 0.5)).toBeCloseTo(-3010.3, 1)
  expect(logBinomialTail(3, 3, 0.5)).toBe(0)
  expect(logBinomialTail(1, 3, 1)).toBe(-Infinity)
  expect(logBinomialTail(1, 3, 0)).toBe(0)
})

it('a network speaks only where accounts are few, and never loudly', () => {
  expect(networkSignal(12, 12, 12).strength).toBe(0.5)
  expect(networkSignal(12, 6, 12).strength).toBe(0)
  expect(networkSignal(20, 20, 20).strength).toBe(0)
  expect(networkSignal(12, 2, 2).strength).toBe(0)
})

const rare = () => 0.001
const set = (userId: number, ...items: number[]) => ({ userId, items })

it('the same set of rare dishes is alike, of dishes that everyone votes for it isn’t', () => {
  const [a, b] = [set(1, 1, 2, 3, 4, 5, 6), set(2, 1, 2, 3, 4, 5, 7)]
  expect(sharedVotes(a.items, b.items)).toEqual({ both: [1, 2, 3, 4, 5], share: 5 / 7 })
  expect(isAlike(a, b, rare)).toBe(true)
  // In a village with twelve dishes, members vote for the same ones by chance.
  expect(isAlike(a, b, () => 1 / 12)).toBe(false)
  expect(isAlike(set(1, 1, 2), set(2, 1, 2), rare)).toBe(false)
  expect(expectedSharedVotes([1, 2, 3], 10, () => 0.05)).toBeCloseTo(1.5)
})

it('the same order makes it stronger', async () => {
  expect(sameOrderShare([1, 2, 3, 4], [1, 2, 3, 4])).toBe(1)
  expect(sameOrderShare([1, 2, 3, 4], [4, 3, 2, 1])).toBe(0)
  const ordered = [set(1, 1, 2, 3, 4, 5, 8, 9), set(2, 1, 2, 3, 4, 5, 6, 7)]
  const turned = [ordered[0]!, set(2, 7, 6, 5, 4, 3, 2, 1)]
  expect((await alikeSignal(ordered, rare)).strength).toBeGreaterThan(
    (await alikeSignal(turned, rare)).strength,
  )
})

it('votes that only meet each other’s favourites are a ring', () => {
  expect(ringSignal(100, 90, 0.1).strength).toBe(1)
  expect(ringSignal(100, 12, 0.1).strength).toBeLessThan(0.1)
  expect(ringSignal(0, 0, 0).strength).toBe(0)
  expect(ringSignal(10, 10, 1).strength).toBe(0)
})

const signal = (name: 'pace' | 'newcomers' | 'network', strength: number) =>
  ({ signal: name, strength, words: '' }) as const

it('one signal alone is nothing, two are, and the network never lets the rule act', () => {
  expect(scoreCluster(50, [signal('pace', 1)]).verdict).toBe('none')
  expect(scoreCluster(50, [signal('pace', 1), signal('newcomers', 0.9)]).verdict).toBe('rule')
  expect(scoreCluster(50, [signal('pace', 0.5), signal('newcomers', 1)]).verdict).toBe('desk')
  expect(scoreCluster(50, [signal('network', 1), signal('newcomers', 1)]).verdict).toBe('desk')
})

it('fewer than ten accounts are never held by the rule', () => {
  const sure = [signal('pace', 1), signal('newcomers', 1)]
  expect(scoreCluster(9, sure).verdict).toBe('none')
  expect(scoreCluster(9, sure, 5).verdict).toBe('desk')
  expect(scoreCluster(10, sure).verdict).toBe('rule')
})
