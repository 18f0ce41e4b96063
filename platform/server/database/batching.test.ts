import { expect, test } from 'vitest'
import { batchRequests } from './batching.ts'

/** Returns a batching function whose runs only finish when the test calls the matching function in `ends`. */
function held() {
  const runs: number[][] = []
  const ends: (() => void)[] = []
  const ask = batchRequests<number, string>(async (all) => {
    runs.push([...all])
    await new Promise<void>((resolve) => ends.push(resolve))
    return all.map((one) => (one < 0 ? new Error(`no ${one}`) : `got ${one}`))
  })
  return { ask, runs, ends }
}

test('what comes while a run is under way goes together in the next one', async () => {
  const { ask, runs, ends } = held()
  const first = ask(1)
  await expect.poll(() => runs).toEqual([[1]])
  const later = Promise.all([ask(2), ask(3), ask(2)])
  ends[0]!()
  expect(await first).toBe('got 1')
  await expect.poll(() => runs).toEqual([[1], [2, 3, 2]])
  ends[1]!()
  expect(await later).toEqual(['got 2', 'got 3', 'got 2'])
})

test('an answer that is an error is its own asker’s alone', async () => {
  const { ask, ends } = held()
  const all = Promise.allSettled([ask(1), ask(-2)])
  await expect.poll(() => ends.length).toBe(1)
  ends[0]!()
  expect(await all).toMatchObject([
    { status: 'fulfilled', value: 'got 1' },
    { status: 'rejected', reason: { message: 'no -2' } },
  ])
})

test('a run that waits for long doesn’t hold up the next', async () => {
  const { ask, runs, ends } = held()
  const stuck = ask(1)
  await expect.poll(() => runs).toEqual([[1]])
  const next = ask(2)
  await expect.poll(() => runs).toEqual([[1], [2]])
  for (const end of ends) end()
  expect(await Promise.all([stuck, next])).toEqual(['got 1', 'got 2'])
})

test('a run that fails fails all, and the next goes on', async () => {
  let count = 0
  const ask = batchRequests<number, number>(async (all) => {
    if (count++ === 0) throw new Error('away')
    return [...all]
  })
  const lost = await Promise.allSettled([ask(1), ask(2)])
  expect(lost.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await ask(3)).toBe(3)
})
