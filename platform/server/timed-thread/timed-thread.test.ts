import { setTimeout as wait } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { timedThread, timedOut } from './timed-thread.ts'

const file = new URL('timed-thread.testing.ts', import.meta.url)

it('work that takes too long is stopped, and what comes after it is done by another thread', async () => {
  const ask = timedThread<string>({ file, limit: 500, maxWaiting: 10, idleTimeout: 300 })
  expect(await ask('0')).toBe('0 done')
  const answers = await Promise.all(['0', '60000', '1', '60000', '2'].map(ask))
  expect(answers).toEqual(['0 done', timedOut, '1 done', timedOut, '2 done'])
})

it(
  'a thread that was stopped, or left for want of work, comes again whenever it is asked',
  { tags: 'long', timeout: 60_000 },
  async () => {
    const ask = timedThread<string>({ file, limit: 500, maxWaiting: 10, idleTimeout: 300 })
    for (const pause of [0, 200, 250, 280, 295, 300, 305, 320, 400]) {
      expect(await ask('60000')).toBe(timedOut)
      await wait(pause)
      expect(await ask('1')).toBe('1 done')
      await wait(pause)
      expect(await ask('2')).toBe('2 done')
    }
  },
)

it('of too many that wait the next is refused', async () => {
  const ask = timedThread<string>({ file, limit: 500, maxWaiting: 3 })
  const answers = await Promise.allSettled(['0', '1', '2', '3'].map(ask))
  expect(answers.map(({ status }) => status)).toEqual([...Array(3).fill('fulfilled'), 'rejected'])
})
