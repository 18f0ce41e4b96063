import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, expect, it, vi } from 'vitest'
import { pauses } from './pauses.ts'

afterEach(() => vi.restoreAllMocks())

it('S30 all long work together holds the thread no longer in one turn of the event loop than one does', async () => {
  let clock = performance.now()
  vi.spyOn(performance, 'now').mockImplementation(() => clock)
  let inThisTurn = 0
  const steps = Array.from({ length: 8 }, () => 0)
  const work = async (n: number) => {
    while (steps[n]! < 40) {
      if (pauses.isDue()) await pauses.pause()
      clock++
      steps[n]!++
      inThisTurn++
    }
  }
  const all = Promise.all(steps.map((_, n) => work(n)))
  let most = 0
  while (steps.some((done) => done < 40)) {
    inThisTurn = 0
    await turn()
    most = Math.max(most, inThisTurn)
    // They take turns.
    expect(Math.max(...steps) - Math.min(...steps)).toBeLessThan(20)
  }
  await all
  expect(most).toBeGreaterThan(0)
  expect(most).toBeLessThan(8)
})
