import { expect, test, vi } from 'vitest'
import { unlikeness } from './alike.ts'

/**
 * Mocks the clock. Returns two functions, each of which advances it by the number of milliseconds that `times` returns.
 */
function works(times: { one: () => number; other: () => number }) {
  let now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  return [async () => void (now += times.one()), async () => void (now += times.other())] as const
}
// A simulated busy machine that is the same every time: up to 50% of jitter, and a pause of 200 ms one time in ten.
function machine() {
  let seed = 7
  return (work: number) => {
    seed = (seed * 48_271) % 2_147_483_647
    const luck = seed / 2_147_483_647
    return work * (1 + luck * 0.5) + (luck > 0.9 ? 200 : 0)
  }
}

test('what takes as long is told alike on a busy machine', async () => {
  const busy = machine()
  const [one, other] = works({ one: () => busy(30), other: () => busy(30) })
  expect(await unlikeness(one, other, { limit: 0.1, pairs: 40 })).toBeLessThan(0.1)
})

test('half as much again is found on a busy machine, whichever of the two it is', async () => {
  for (const [a, b] of [
    [45, 30],
    [30, 45],
  ] as const) {
    const busy = machine()
    const [one, other] = works({ one: () => busy(a), other: () => busy(b) })
    expect(await unlikeness(one, other, { limit: 0.25, pairs: 20 })).toBeGreaterThan(0.25)
  }
})
