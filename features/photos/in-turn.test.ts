import { expect, test } from 'vitest'
import { inTurn } from './in-turn.server.ts'

test('photos are worked on one at a time, and a crowd is sent away for a moment', async () => {
  const turn = inTurn(3)
  let now = 0
  let most = 0
  const done: number[] = []
  const work = async (nth: number) => {
    most = Math.max(most, ++now)
    await new Promise((resolve) => setTimeout(resolve, 5))
    now--
    done.push(nth)
    if (nth === 1) throw new Error('broken')
  }
  const answers = await Promise.allSettled([0, 1, 2, 3, 4, 5].map((nth) => turn(() => work(nth))))
  expect(most).toBe(1)
  // One at work, three waiting; a broken one holds up nobody.
  expect(done).toEqual([0, 1, 2, 3])
  expect(answers.map(({ status }) => status === 'fulfilled')).toEqual([
    true,
    false,
    true,
    true,
    false,
    false,
  ])
  for (const { reason } of answers.slice(4) as PromiseRejectedResult[])
    expect(reason).toMatchObject({ status: 503, headers: { 'Retry-After': '5' } })
  await turn(() => work(6))
  expect(done.at(-1)).toBe(6)
})
